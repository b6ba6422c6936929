#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Captures as Intel's intercept layer for OpenCL writes them, replayed.

Each case is a launch of a kernel of kernels.cl, with what it must leave in a
buffer. It is written in each layout that the layer has had (its
intercept/src/intercept.cpp and scripts/run.py): LATEST, with the source or
SPIR-V, SECOND with memory in a folder of the whole program, and FIRST.

usage: captures.py GAC-RUN FOLDER KERNELS.SPV [KERNELS.CL]
"""
import os
import struct
import subprocess
import sys

LATEST, SECOND, FIRST = 'latest', 'second', 'first'
NUMBER = 7  # of the launch


def ints(*values):
    return struct.pack(f'<{len(values)}i', *values)


class Buffer:
    """Memory by a handle, or shared, at an address."""

    def __init__(self, handle, data, shared=False, offset=0):
        self.handle, self.data = handle, data
        self.shared, self.offset = shared, offset


class Local:
    def __init__(self, size):
        self.size = size


NULL_BUFFER = struct.pack('<Q', 0)  # the handle that the program set
NO_VALUE = None  # it set a null pointer to the handle: like local memory
NOTHING = ()  # a null pointer into shared memory


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def write_program(folder, layout, files):
    spirv, source = files
    if source and layout != FIRST:
        with open(source, 'rb') as file:  # with the string's NUL, as it is
            write(f'{folder}/kernel.cl', file.read() + b'\0')
        return
    with open(spirv, 'rb') as file:
        name = 'kernel.spv' if layout == LATEST else 'DeviceBinary0.bin'
        write(f'{folder}/{name}', file.read())


def memory_path(folder, layout, kernel, index):
    name = f'Enqueue_{NUMBER:04}_Kernel_{kernel}_Arg_{index}_Buffer_{index:04}.bin'
    return {LATEST: f'{folder}/Pre/{name}',
            SECOND: f'{folder}/../../memDumpPreEnqueue/{name}',
            FIRST: f'{folder}/Buffer{index}.bin'}[layout]


def write_arguments(folder, layout, case):
    for index, one in enumerate(case['arguments']):
        value = one
        if isinstance(one, Buffer):
            write(memory_path(folder, layout, case['kernel'], index), one.data)
            value = struct.pack('<Q', one.handle + one.offset)
            if one.shared:
                write(f'{folder}/SVM_Arg_Offset{index}.txt', str(one.offset))
        if isinstance(one, Local):
            write(f'{folder}/Local{index}.txt', str(one.size))
        elif one is NO_VALUE:
            write(f'{folder}/Local{index}.txt', '8')
        elif one is not NOTHING:
            write(f'{folder}/Argument{index}.bin', value)


def write_capture(folder, layout, case, files):
    n = len(case['global'])
    rows = [case['global'], case.get('local', [0] * n), case.get('offset', [0] * n)]
    write(f'{folder}/worksizes.txt',
          ''.join(''.join(f'{number} ' for number in row) + '\n' for row in rows))
    write(f'{folder}/enqueueNumber.txt', f'{NUMBER}\n')
    write(f'{folder}/' + ('kernelName.txt' if layout == LATEST else 'knlName.txt'),
          case['kernel'])
    write(f'{folder}/buildOptions.txt', case.get('options', '-cl-std=CL3.0'))
    write_program(folder, layout, files)
    write_arguments(folder, layout, case)
    # What another launch, and another argument, had.
    other = memory_path(folder, layout, case['kernel'], 10)
    write(other, b'\xff' * 64)
    if layout != FIRST:
        write(other.replace(f'Enqueue_{NUMBER:04}', 'Enqueue_0070'), b'\xff' * 64)


RECORD = struct.pack('<b7xd3h2x', -3, 2.5, 1, 2, -7)
# Nodes {next, value}: the first of three is the second in memory.
BASE = 0x7f0000010000
NODES = struct.pack('<QiI', 0, 1000, 0) + struct.pack('<QiI', BASE + 32, 20, 0) \
    + struct.pack('<QiI', BASE, 3, 0)

CASES = [
    {'kernel': 'local_sum', 'global': [8], 'local': [4], 'result': (2, ints(10, 26)),
     'arguments': [Local(16), Buffer(0x100, ints(*range(1, 9))),
                   Buffer(0x200, ints(0, 0)), Local(16)]},
    {'kernel': 'values', 'global': [1], 'result': (11, struct.pack(
        '<13d', -1, 255, -2, 65535, -3, 4294967295, -4, 18446744073709551615,
        0.5, 0.25, -3, 2.5, -7)),
     'arguments': [struct.pack('<b', -1), b'\xff', struct.pack('<h', -2), b'\xff\xff',
                   ints(-3), b'\xff' * 4, struct.pack('<q', -4), b'\xff' * 8,
                   struct.pack('<f', 0.5), struct.pack('<d', 0.25), RECORD,
                   Buffer(0x100, bytes(104))]},
    # One buffer as both: what was written is seen.
    {'kernel': 'copy', 'global': [2], 'result': (0, ints(5, 6)),
     'arguments': [Buffer(0x100, ints(5, 6)), Buffer(0x100, ints(5, 6))]},
    {'kernel': 'ids', 'global': [2, 1, 1], 'local': [2, 1, 1], 'offset': [5, 6, 7],
     'result': (0, struct.pack('<16Q', 5, 6, 7, 0, 0, 10102, 2, 3,
                               6, 6, 7, 1, 0, 10102, 2, 3)),
     'arguments': [Buffer(0x100, bytes(128)), struct.pack('<Q', 2),
                   struct.pack('<Q', 1)]},
    {'kernel': 'is_null', 'global': [1], 'result': (2, ints(1, 1)),
     'arguments': [NULL_BUFFER, NO_VALUE, Buffer(0x100, ints(7, 7))]},
    {'kernel': 'is_null', 'global': [1], 'result': (2, ints(1, 0)),
     'arguments': [NOTHING, Buffer(0x200, ints(1)), Buffer(0x100, ints(7, 7))]},
    # Shared memory lies where it lay: its pointers are good.
    {'kernel': 'walk', 'global': [1], 'result': (1, ints(1023)), 'layouts': [LATEST],
     'arguments': [Buffer(BASE, NODES, True, 16), Buffer(0x100, ints(0))]},
    {'kernel': 'walk', 'global': [1], 'result': (1, ints(1000)), 'layouts': [LATEST],
     'arguments': [Buffer(BASE, NODES, True), Buffer(0x100, ints(0))]},
    # A pointer into memory that another argument has from its beginning.
    {'kernel': 'copy', 'global': [1], 'result': (1, ints(8, 9, 8)),
     'layouts': [LATEST],
     'arguments': [Buffer(BASE, ints(7, 9, 8), True, 8),
                   Buffer(BASE, ints(7, 9, 8), True)]},
]


def run(gac_run, folder, *options):
    done = subprocess.run([gac_run, '--replay', folder, *options],
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def replay(gac_run, folder, case):
    """What is wrong; '' if nothing is."""
    index, wanted = case['result']
    for options in [], ['--check']:
        out = f'{folder}/out.raw'
        code, text = run(gac_run, folder, f'--out={index}={out}', *options)
        if code:
            return f'status {code}: {text}'
        with open(out, 'rb') as file:
            got = file.read()
        if got != wanted:
            return f'{got.hex()}, wanted {wanted.hex()}'
    return ''


def refused(gac_run, folder, files, spoil):
    """What spoils a capture, and what is said of it."""
    case = CASES[0]
    write_capture(folder, LATEST, case, files)
    name, data, message = spoil
    if data is None or data is FIFO:
        os.remove(f'{folder}/{name}')
    if data is FIFO:
        os.mkfifo(f'{folder}/{name}')
    elif data is not None:
        write(f'{folder}/{name}', data)
    code, text = run(gac_run, folder)
    if data is FIFO:
        os.remove(f'{folder}/{name}')  # the next one would wait for a reader
    return '' if code == 2 and message in text else f'status {code}: {text}'


FIFO = object()  # that nothing is written to
BUFFER = f'Pre/Enqueue_{NUMBER:04}_Kernel_local_sum_Arg_1_Buffer_0001.bin'
SPOILT = [
    ('worksizes.txt', '8 \n4 4 \n0 \n', 'no ranges'),
    ('worksizes.txt', '8 \n', 'no ranges'),
    ('worksizes.txt', '-8 \n4 \n0 \n', 'no ranges'),
    ('worksizes.txt', '', 'no ranges'),
    ('worksizes.txt', '1 1 1 1 \n0 0 0 0 \n0 0 0 0 \n', 'no ranges'),
    ('kernelName.txt', 'nothing', 'no kernel nothing'),
    ('kernelName.txt', None, 'missing'),
    ('Local0.txt', None, 'size was not captured'),
    ('Local0.txt', 'many', 'it is no number'),
    ('enqueueNumber.txt', 'many', 'it is no number'),
    ('SVM_Arg_Offset1.txt', '-4', 'it is no number'),
    ('kernelName.txt', '', 'it is empty'),
    ('kernelName.txt', FIFO, 'missing'),
    ('worksizes.txt', FIFO, ''),
    (BUFFER, FIFO, 'no regular file'),
    (BUFFER, None, 'memory was not captured'),
    ('enqueueNumber.txt', '8', 'memory was not captured'),
]


def main():
    gac_run, top, *files = sys.argv[1:]
    files.append('')
    wrong = []
    n = 0
    for layout in LATEST, SECOND, FIRST:
        for source in {'', files[1]}:
            for k, case in enumerate(CASES):
                if layout not in case.get('layouts', [layout]):
                    continue
                folder = f'{top}/{layout}{len(source)}/{k}/Replay/Enqueue_{NUMBER}'
                write_capture(folder, layout, case, (files[0], source))
                n += 1
                why = replay(gac_run, folder, case)
                wrong += [f'{layout}, case {k}, {source}: {why}'] if why else []
    spoilt = SPOILT + [('kernel.spv', None, 'neither source nor SPIR-V')]
    if files[1]:
        spoilt += [('buildOptions.txt', '-cl-no-such', 'unknown build option: -cl-no-such'),
                   ('buildOptions.txt', ' ' * 70000, 'it is too long')]
    for k, spoil in enumerate(spoilt):
        n += 1
        why = refused(gac_run, f'{top}/spoilt{k}',
                      (files[0], files[1] if spoil[0] == 'buildOptions.txt' else ''),
                      spoil)
        wrong += [f'{spoil}: {why}'] if why else []
    for line in wrong:
        print('FAIL', line)
    print(f'{n - len(wrong)} passed, {len(wrong)} failed, 0 skipped')
    return 1 if wrong else 0


sys.exit(main())
