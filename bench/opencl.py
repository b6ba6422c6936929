#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Times OpenCL programs on gac and on PoCL, in turn in each round.

usage: opencl.py BUILD [ROUNDS]

The table has medians in milliseconds and how many times as fast gac is:
processes from their start to their end, with empty caches and full ones; an
empty kernel from enqueuing to completion (clpeak); routines of CLBlast; and the
kernels of bench/kernels, as processes with full caches.
"""
import glob
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

POCL = '/etc/OpenCL/vendors/pocl.icd'


def run(environment, *command):
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False)
    ms = 1000 * (time.perf_counter() - start)
    return ms if done.returncode == 0 else None, done.stdout


def row(name, gac, pocl):
    """Values of both in every round; None: it did not run."""
    medians = [statistics.median(v) if v and None not in v else None
               for v in (gac, pocl)]
    texts = [f'{m:.3f}' if m is not None else '-' for m in medians]
    ratio = f'{medians[1] / medians[0]:.2f}' if None not in medians else '-'
    print(f'| {name} | {texts[0]} | {texts[1]} | {ratio} |', flush=True)


def processes(rounds, environments, folder, commands):
    """commands: name -> (gac's, PoCL's, whether caches are emptied before)."""
    for name, (*both, cold) in commands.items():
        times = [[], []]
        for _ in range(rounds):
            for k, command in enumerate(both):
                if cold:
                    shutil.rmtree(folder + '/cache', ignore_errors=True)
                os.makedirs(folder + '/cache', exist_ok=True)
                if not cold:
                    run(environments[k], *command)
                times[k].append(run(environments[k], *command)[0])
        row(name, *times)


def figures(rounds, environments, pattern, command):
    """Numbers that the command prints, by name, for both."""
    found = {}
    for _ in range(rounds):
        for k in range(2):
            for name, value in re.findall(pattern, run(environments[k], *command)[1]):
                found.setdefault(name.strip(), ([], []))[k].append(float(value))
    for name, both in found.items():
        row(name, *both)


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    folder = tempfile.mkdtemp()
    environments = [dict(os.environ, OCL_ICD_VENDORS=build + '/etc',
                         XDG_CACHE_HOME=folder + '/cache'),
                    dict(os.environ, OCL_ICD_VENDORS=POCL,
                         POCL_CACHE_DIR=folder + '/cache')]
    host, module = build + '/examples/transpose', folder + '/transpose.spv'
    subprocess.run([build + '/bin/gac-as', '-o', module,
                    'examples/transpose.spvasm'], check=True)
    source = folder + '/transpose.cl'
    with open('examples/transpose.cl', encoding='utf-8') as file:
        text = file.read()
    # PoCL does not know the copies of tiles: each element is moved by itself.
    with open(source, 'w', encoding='utf-8') as file:
        file.write(text[:text.index('event_t')] + '''
kernel void transpose(global float *out, global const float *in, uint width,
                      uint height)
{
    local float tile[TILE * TILE];
    size_t tile_x = get_group_id(0) * TILE, tile_y = get_group_id(1) * TILE;
    size_t x = get_local_id(0), y = get_local_id(1);
    tile[y * TILE + x] = in[(tile_y + y) * width + tile_x + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(tile_x + y) * height + tile_y + x] = tile[x * TILE + y];
}
''')
    print('| ms, medians | gac | PoCL | PoCL / gac |')
    print('| --- | ---: | ---: | ---: |')
    processes(rounds, environments, folder, {
        'from SPIR-V (PoCL: from source), empty caches':
            ((host, module), (host, source), True),
        'from source, empty caches': ((host, source), (host, source), True),
        'from SPIR-V (PoCL: its own binary)':
            ((host, module), (host, source), False),
        'from source, full caches': ((host, source), (host, source), False)})
    figures(rounds, environments, r'(Kernel launch latency) : ([0-9.]+)',
            ['clpeak', '--kernel-latency'])
    if os.path.exists(build + '/bench/bench_blas'):
        figures(rounds, environments, r'(\w+) ([0-9.]+)',
                [build + '/bench/bench_blas', '5'])
    processes(max(rounds // 2, 1), environments, folder, {
        os.path.basename(path)[:-3]:
            ((build + '/bench/exec_once_ocl', path),) * 2 + (False,)
        for path in sorted(glob.glob('bench/kernels/*.cl'))})
    shutil.rmtree(folder)


main()
