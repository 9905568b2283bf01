"""The report as a small site of plain files: works offline by file://, needs no server.

    index.html                  one screen: what was checked, what is false, what is open
    pages/papers/PAPER.html     the claims of a paper in its own order
    pages/errata/PAPER.html     what is false or disputed in it, to be checked by hand
    pages/claims/ID.html        one claim with all its evidence
    pages/claims.html           all claims, to sort and to filter
    pages/graph.html            what rests on what
    pages/certificates/*.js     certificates, and pages/sources/*.js the modules: loaded on demand
    pages/assets/               style, script, font, and the index that the search reads

Pages refer to files beside them only, and a content security policy holds them to that.  The same
report gives the same bytes.
"""

from workbench.report.site.pages import Site, site_files
from workbench.report.site.single import single_file

__all__ = ["Site", "single_file", "site_files"]
