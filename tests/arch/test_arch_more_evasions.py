"""More of the same deeds under other names, as `test_arch_code_evasions` has them."""

import pytest

from tests.helpers.planted import assert_found_where_marked, assert_nothing_found, name_of

LOOP = "loop = QEventLoop()\ntimer = QTimer()\n"
# Rule, place, violation. Lines that must be found end in `#!`.
PLANTED = [
    ("waiting by time", "tests/gui/a.py", f"{LOOP}timer.timeout.connect(loop.quit)  #!\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import queue\nq = queue.Queue()\nq.get(timeout=1)  #!\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire(timeout=1)  #!\n",
    ),
    ("process-wide state", "designer/ui/a.py", "import sys\nsys.desk = 1  #!\n"),
    ("process-wide state", "designer/ui/a.py", "import builtins as b\nb.desk = 1  #!\n"),
    (
        "process-wide state",
        "designer/ui/a.py",
        "import os\nimport sys\nfrom os import environ\nos.environ['A'] = 'b'  #!\n"
        "def f():\n    sys.desk = 1  #!\n    os.environ['A'] = 'b'  #!\n"
        "    environ['A'] = 'b'  #!\n    os.environ.update(A='b')  #!\n"
        "    sys.path.append('x')  #!\n    setattr(sys, 'desk', 1)  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "import numpy as np\nx = np.is_busday('today')  #!\ny = np.array('now', 'M')  #!\n"
        "z = np.busday_count(a, b)  #!\nw = np.full(3, 'Today', kind)  #!\n"
        "v = np.asarray(['now'], kind)  #!\nu = word.astype('M')  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "import datetime\nx = getattr(datetime.datetime, 'now')()  #!\n",
    ),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "from operator import methodcaller\nx = methodcaller('today')  #!\n",
    ),
    ("clock, chance, files", "designer/engine/a.py", "x = hash('a')  #!\n"),
    (
        "clock, chance, files",
        "designer/engine/a.py",
        "import numpy as np\nx = np.array('now', dtype='datetime64[s]')  #!\n"
        "y = np.asarray(['now'], 'M8[s]')  #!\nz = word.astype('<M8')  #!\n",
    ),
    (
        "unvalidated change",
        "designer/model/a.py",
        "from copy import replace\nx = replace(rack, x_mm='no')  #!\n"
        "y = rack.__replace__(x_mm='no')  #!\n",
    ),
    ("waiting by time", "tests/unit/a.py", "import os\nos.system('/bin/sleep .5')  #!\n"),
    ("waiting by time", "tests/unit/a.py", "import os\nos.system('true; sleep 1')  #!\n"),
    ("waiting by time", "tests/unit/a.py", "run('bash -c \"sleep 1\"')  #!\n"),
    ("waiting by time", "tests/unit/a.py", "run('while true; do sleep $x; done')  #!\n"),
    ("network", "tests/unit/a.py", "import subprocess\nsubprocess.run(['curl', 'x'])  #!\n"),
    ("network", "tests/unit/a.py", "import os\nos.system('/usr/bin/wget x')  #!\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import subprocess\nsubprocess.run(['bash', '-c', 'sleep 1'])  #!\n"
        "subprocess.run(['/bin/sleep', '1'])  #!\n"
        "subprocess.Popen(['sh', '-c', 'sleep 1 && true'])  #!\n"
        "run(args=['bash', '-lc', 'true; sleep 1'])  #!\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import os\nos.system(f'sleep {n}')  #!\nos.system('sleep %d' % n)  #!\n"
        "os.system('sleep ' + n)  #!\nos.system('sleep {}'.format(n))  #!\n"
        "run('timeout 5 sleep 1')  #!\nrun(['timeout', '5', 'sleep', n])  #!\n"
        "run('A=1 nice -n 5 sleep 1')  #!\nrun('x=$(sleep 1)')  #!\nrun('x y=$(sleep 1)')  #!\n",
    ),
    (
        "network",
        "tests/unit/a.py",
        "run(['bash', '-c', 'curl x'])  #!\nrun('true; curl x')  #!\n"
        "run(args=['curl', 'x'])  #!\nrun([sys.executable, '-m', 'pip', 'download', 'x'])  #!\n"
        "run('pip install x')  #!\nrun('say \"$(curl x)\"')  #!\nrun(f'/usr/bin/curl {x}')  #!\n"
        "run('if true; then wget x; fi')  #!\n",
    ),
    (
        "network",
        "tests/unit/a.py",
        "run([sys.executable, '-c', 'import urllib.request as r; r.urlopen(1)'])  #!\n"
        "CODE = 'import sys, socket'  #!\nrun_python(CODE)\n"
        "run_python(f'from http.client import HTTPConnection as C; C({x!r})')  #!\n"
        "run_python('import os; os.system(\"curl x\")')  #!\n"
        "CODE = '''import subprocess as s  #!\ns.run(['git', 'pull'])\n'''\n"
        "run([sys.executable, '-m', 'http.server'])  #!\n"
        "run_python('x = 1; from PySide6 import QtNetwork')  #!\n"
        "run(['bash', '-c', 'exec 3<>/dev/tcp/example.com/80'])  #!\n",
    ),
    (
        "network",
        "tests/unit/a.py",
        "run(['git', 'clone', '-q', 'https://example.com/x', 'y'])  #!\n"
        "run('git -C x clone git@example.com:x')  #!\nrun(['git', 'pull'])  #!\n"
        "run([sys.executable, '-m', 'pip', '-q', 'install', 'x'])  #!\n"
        "run([sys.executable, '-I', '-m', 'pip3', 'wheel', 'x'])  #!\n"
        "run(['uv', 'pip', 'install', 'x'])  #!\nrun(['uv', '--quiet', 'sync'])  #!\n"
        "run(['/opt/bin/pip3.11', 'install', '-e', '.'])  #!\nrun('uvx tool run x')  #!\n"
        "run([sys.executable, '-m', 'uv', 'add', 'x'])  #!\nrun('apt-get -y install x')  #!\n",
    ),
    (
        "network",
        "tests/unit/a.py",
        "run('git', 'pull', cwd=x)  #!\nrun(*(sys.executable, '-m', 'pip'), 'install', x)  #!\n"
        "process.start('curl', [x])  #!\nrun(sys.executable, '-c', 'import socket')  #!\n",
    ),
    ("network", "tests/unit/a.py", "from pip._internal import main  #!\n"),
    ("network", "tests/unit/a.py", "import asyncio\nasyncio.open_connection('a', 1)  #!\n"),
    ("network", "tests/unit/a.py", "from logging.handlers import HTTPHandler  #!\n"),
    ("network", "designer/io/a.py", "from multiprocessing.connection import Client  #!\n"),
    (
        "dynamic import",
        "designer/ui/a.py",
        "from operator import attrgetter\nwork = attrgetter('engine.evaluate')  #!\n",
    ),
    ("dynamic import", "designer/ui/a.py", "import gc\nall = gc.get_objects()  #!\n"),
]

INNOCENT = [
    ("waiting by time", "tests/gui/a.py", "timer.timeout.connect(panel.refresh)\n"),
    (
        "waiting by time",
        "tests/unit/a.py",
        "import queue\nq = queue.Queue()\nread(pipe, q)\nq.get(timeout=10)\n",
    ),
    ("process-wide state", "designer/ui/a.py", "import sys\nx = sys.argv\nx.y = 1\n"),
    (
        "clock, chance, files",
        "designer/model/a.py",
        "from operator import attrgetter\nattrgetter('id')\n",
    ),
    (
        "process-wide state",
        "designer/ui/a.py",
        "import sys\nfrom os import environ\ndef f(sys):\n    sys.desk = 1\n"
        "def g():\n    environ = {}\n    environ['A'] = 'b'\n    x = dict(sys.modules)\n"
        "    x['A'] = sys.argv[0]\n",
    ),
    (
        "clock, chance, files",
        "designer/engine/a.py",
        "import numpy as np\nx = np.zeros(3)\ny = f('M')\n",
    ),
    (
        "network",
        "tests/unit/a.py",
        "run(['git', 'clone', 'file:///tmp/x'])\nrun(['git', '-C', 'x', 'log'])\n"
        "run(*(sys.executable, '-m', 'pip', 'install', '--no-" + "index'), wheel)\n"
        "run(['uv', '--version'])\nrun_python('from urllib.parse import quote')\n"
        "run_python('from urllib import parse')\nsay('an import of http headers')\n"
        "run_python('import json, sys')\nsay('https://example.com/socket')\n",
    ),
    ("network", "tests/unit/a.py", "run(['git', 'clone', 'x'])\nsay('curl')\n"),
    (
        "network",
        "tests/unit/a.py",
        "say('it is not curl x')\nsay(\"it's; curl x\")\nrun(['command', '-v', 'curl'])\n"
        "run([sys.executable, '-m', 'pip', '--version'])\nnames(['curl'])\n",
    ),
    (
        "waiting by time",
        "tests/unit/a.py",
        "say('time; the sleepers wake')\nrun(['bash', '-c', 'true'])\nrun(f'{x} sleep 1')\n",
    ),
    ("dynamic import", "designer/ui/a.py", "from operator import attrgetter\nattrgetter('id')\n"),
    ("clock, chance, files", "designer/engine/a.py", "x = find('M8 bolt')\ny = f('now')\n"),
    (
        "unvalidated change",
        "designer/model/a.py",
        "from dataclasses import replace\nx = replace(figure, unit='kW')\n",
    ),
    ("waiting by time", "tests/unit/a.py", "say('a long sleep 3 times')\nsay('sleeps 8 h')\n"),
]


@pytest.mark.parametrize(("rule", "place", "text"), PLANTED, ids=name_of)
def test_a_planted_evasion_is_found(rule, place, text):
    assert_found_where_marked(rule, place, text)


@pytest.mark.parametrize(("rule", "place", "text"), INNOCENT, ids=name_of)
def test_what_only_looks_like_an_evasion_passes(rule, place, text):
    assert_nothing_found(rule, place, text)
