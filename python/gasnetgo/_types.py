"""Types of annotations. At run time they are plain objects: NumPy need not be installed."""

from typing import TYPE_CHECKING, Any, Sequence, Union

from ._array import SymmetricArray

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    NDArray = npt.NDArray[Any]
    Number = Union[int, float, complex, np.generic]
    DTypeLike = npt.DTypeLike
else:
    NDArray = Any
    Number = Any
    DTypeLike = Any

Array = Union[NDArray, SymmetricArray]
Shape = Union[int, Sequence[int]]
Values = Any  # an array, a number, or lists of numbers
