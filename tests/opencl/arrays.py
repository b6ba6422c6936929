# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Arrays of PyOpenCL on the device that the loader finds: kernels that it writes
itself, reductions and scans, compared with NumPy."""
import numpy
import pyopencl
import pyopencl.array
import pyopencl.clrandom
import pyopencl.scan

queue = pyopencl.CommandQueue(pyopencl.create_some_context(interactive=False))
numbers = numpy.arange(10000, dtype=numpy.float32)
x = pyopencl.array.arange(queue, 10000, dtype=numpy.float32)
assert ((x * x + 1).get() == numbers ** 2 + 1).all()
assert pyopencl.array.sum(x).get() == numbers.sum(dtype=numpy.float64)
assert pyopencl.array.max(x).get() == 9999
ints = numpy.arange(5000, dtype=numpy.int32) * 7 % 31
y = pyopencl.array.to_device(queue, ints)
scan = pyopencl.scan.GenericScanKernel(
    queue.context, numpy.int32, arguments='__global int *y', input_expr='y[i]',
    scan_expr='a+b', neutral='0', output_statement='y[i] = item')
scan(y)
assert (y.get() == numpy.cumsum(ints)).all()
print('right')
