"""Reference designs of plug-ins, beside those of the program.

A plug-in of `cluster_designer.templates` is a `Template` whose id is the name of its entry point.
What its builder raises, or gives that is no design, switches it off.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from designer.catalog.catalog import Catalog
from designer.model.design import Design
from designer.planning.arguments import Arguments, Template, TemplateError, check, fail
from designer.planning.templates import TEMPLATES, build
from designer.plugins.registry import PlugIn, PlugInError, PlugIns, UnfitError


def templates_of(plugins: PlugIns) -> tuple[tuple[PlugIn, Template], ...]:
    """Return the templates of plug-ins that can be loaded; the others are off then."""
    found = []
    for plugin in plugins.of("templates"):
        try:
            found.append((plugin, _template(plugin)))
        except PlugInError:
            continue
    return tuple(found)


def build_any(
    template_id: str, arguments: Mapping[str, str], catalog: Catalog, plugins: PlugIns
) -> Design:
    """Return a complete, laid-out design of the program's templates, or of a plug-in's.

    Raises
    ------
    TemplateError
        If the template, a parameter or a value is not known, the design cannot be built, or the
        plug-in that has the template is off.
    """
    plugin = None
    if all(template.id != template_id.casefold() for template in TEMPLATES):
        plugin = plugins.named("templates", template_id)
    if plugin is None:
        return build(template_id, arguments, catalog)
    try:
        checked = check(_template(plugin), arguments)
        made = plugin.use(_builds(checked, catalog))
    except PlugInError as error:
        raise fail(template_id, str(error), "choose another template") from error
    if isinstance(made, TemplateError):
        raise made
    return made


def _template(plugin: PlugIn) -> Template:
    """Return the template that a plug-in is.

    Raises
    ------
    PlugInError
        If it is none.
    """

    def looked_at(loaded: object) -> Template:
        if not isinstance(loaded, Template):
            raise UnfitError(f"it is a {type(loaded).__name__}, and not a Template")
        if any(template.id == plugin.name for template in TEMPLATES):
            raise UnfitError(f"the program has a template {plugin.name!r}")
        if loaded.id != plugin.name:
            raise UnfitError(f"its template is called {loaded.id!r}, and its entry point otherwise")
        for parameter in loaded.parameters:
            parameter.allowed().encode()
        check(loaded, {})
        return loaded

    return plugin.use(looked_at)


def _builds(checked: Arguments, catalog: Catalog) -> Callable[[Any], Design | TemplateError]:
    """Return what builds a design with a template, or gives its refusal, which is no fault."""

    def built(loaded: Template) -> Design | TemplateError:
        try:
            made: object = loaded.builder(checked, catalog)
        except TemplateError as refusal:
            return refusal
        if not isinstance(made, Design):
            raise UnfitError(f"it built a {type(made).__name__}, and not a Design")
        try:
            return Design.model_validate(made.model_dump(warnings=False))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise UnfitError(f"it built no valid design: {place}: {first['msg']}") from error

    return built
