"""`python -m designer` is the same program as `cluster-designer`."""

import sys

from designer.app.main import main

if __name__ == "__main__":
    sys.exit(main())
