"""Builds the wheel for pip install of this folder: in the source tree after make build, or in an installed prefix.

The package is installed elsewhere than the library, so the wheel has a module that says where the library is. Such a wheel is for this host only.
It implements PEP 517 and PEP 660. Nothing is written to this folder, which may be a prefix that belongs to another user.
"""

import base64
import hashlib
import os
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = "lib/libgasnetgo.so.1"
VERSION = re.search(r'^__version__ = "([^"]*)"', (HERE / "gasnetgo" / "__init__.py").read_text(), re.MULTILINE).group(1)
INFO = f"gasnetgo-{VERSION}.dist-info"
METADATA = f"""\
Metadata-Version: 2.1
Name: gasnetgo
Version: {VERSION}
Summary: OpenSHMEM, GASNet and Portals between processes of one host or several
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: gasnetgo
Root-Is-Purelib: true
Tag: py3-none-any
"""


def _library():
    """The library that belongs to this folder."""
    for folder in list(HERE.parents)[:3]:
        for at in (folder / LIBRARY, folder / "build" / LIBRARY):
            if at.exists():
                return str(at)
    raise SystemExit(f"{HERE}: there is no {LIBRARY} in the folders above; run make build or make install first")


def _write(directory, files):
    """A wheel with these files: text by path."""
    name = f"gasnetgo-{VERSION}-py3-none-any.whl"
    files = {**files, f"{INFO}/METADATA": METADATA, f"{INFO}/WHEEL": WHEEL}
    record = ""
    with zipfile.ZipFile(os.path.join(directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in sorted(files.items()):
            data = text.encode()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
            wheel.writestr(path, data)
        wheel.writestr(f"{INFO}/RECORD", f"{record}{INFO}/RECORD,,\n")
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517: the package, with the place of the library."""
    package = HERE / "gasnetgo"
    files = {f"gasnetgo/{f.name}": f.read_text() for f in package.iterdir() if f.suffix == ".py" or f.name == "py.typed"}
    files["gasnetgo/_installed.py"] = f'"""Where pip install found the library."""\n\nLIBRARY = {_library()!r}\n'
    return _write(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 660: a line that leads to this folder, for pip install -e."""
    return _write(wheel_directory, {"gasnetgo.pth": f"{HERE}\n"})
