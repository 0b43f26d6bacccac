"""Whether every installed plug-in can be loaded, and is what its kind asks for."""

from collections.abc import Callable, Container

from designer.planning.plugin_templates import templates_of
from designer.plugins.registry import PlugIn, PlugInError, PlugIns, UnfitError


def tried(plugins: PlugIns, formats: Container[str]) -> tuple[PlugIn, ...]:
    """Return all plug-ins, each loaded; none is called.

    Parameters
    ----------
    formats
        What the program exports itself: an exporter of such a name is never asked.
    """
    templates_of(plugins)
    for one in (*plugins.of("exporters"), *plugins.of("checks")):
        try:
            one.use(_seen(one, formats))
        except PlugInError:
            continue
    return plugins.every()


def _seen(plugin: PlugIn, formats: Container[str]) -> Callable[[object], None]:
    def see(loaded: object) -> None:
        if not callable(loaded):
            raise UnfitError(f"it is a {type(loaded).__name__}, and not a function")
        if plugin.kind == "exporters" and plugin.name in formats:
            raise UnfitError(f"the program has a format {plugin.name!r}")

    return see
