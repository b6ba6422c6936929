#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Writes the modules of this folder: core instructions that compilers seldom
emit, with operands that nothing can fold (they come from memory) and results
that are computed here, from the specification's words, in plain Python.

usage: tests/instructions/generate.py   (rewrites tests/instructions/*.spvasm,
but for those by hand)

Each module's first lines say how run.sh runs it and what it must print.
"""
import os
import random
import struct

HERE = os.path.dirname(os.path.abspath(__file__))
CAPS = ['Kernel', 'Addresses', 'Linkage', 'Int8', 'Int16', 'Int64', 'Float16',
        'Float64', 'Vector16', 'GenericPointer', 'Groups', 'Int64Atomics']


def mask(width):
    return (1 << width) - 1


def signed(x, width):
    x &= mask(width)
    return x - (1 << width) if x >> (width - 1) else x


def float_bits(x, width):
    code = {16: ('<e', '<H'), 32: ('<f', '<I'), 64: ('<d', '<Q')}[width]
    return struct.unpack(code[1], struct.pack(code[0], x))[0]


def bits_float(b, width):
    code = {16: ('<e', '<H'), 32: ('<f', '<I'), 64: ('<d', '<Q')}[width]
    return struct.unpack(code[0], struct.pack(code[1], b))[0]


class Module:
    """One kernel that stores 64-bit results one after the other."""

    def __init__(self, name, title, caps=(), items=1, exts=(), group=None,
                 modes=()):
        self.name, self.title, self.items = name, title, items
        self.group = group or items
        self.caps = CAPS + list(caps)
        self.exts, self.modes = exts, list(modes)
        self.debug, self.id_modes = [], None
        self.types, self.body, self.tail, self.head = {}, [], [], []
        self.decorations, self.extra, self.declared = [], [], []
        self.inputs, self.expected = [], [[] for _ in range(items)]
        self.n = 0
        self.slots = 0
        for t in ('void', 'bool', 'u64', 'u32'):
            self.ty(t)
        self.ptr('CrossWorkgroup', 'u64')

    # -- types and constants -------------------------------------------------
    def ty(self, t):
        if t in self.types:
            return '%' + t
        if t[0] == 'v' and t != 'void':
            n, e = t[1:].split('_')
            text = f'OpTypeVector {self.ty(e)} {n}'
        elif t == 'void':
            text = 'OpTypeVoid'
        elif t == 'bool':
            text = 'OpTypeBool'
        elif t[0] == 'u':
            text = f'OpTypeInt {t[1:]} 0'
        else:
            text = f'OpTypeFloat {t[1:]}'
        self.types[t] = True
        self.head.append(f'%{t} = {text}')
        return '%' + t

    def define(self, name, text):
        if name not in self.types:
            self.types[name] = True
            self.head.append(f'%{name} = {text}')
        return '%' + name

    def ptr(self, storage, t):
        return self.define(f'p_{storage}_{t}',
                           f'OpTypePointer {storage} {self.ty(t)}')

    def const(self, t, value):
        self.ty(t)
        if t == 'bool':
            return self.define(f'c_{value}', f'OpConstant{value} %bool')
        name = f'c_{t}_{value}'.replace('.', '_')
        return self.define(name, f'OpConstant %{t} {value}')

    # -- code -----------------------------------------------------------------
    def new(self):
        self.n += 1
        return f'%x{self.n}'

    def op(self, opcode, t, *operands):
        r = self.new()
        words = ' '.join(str(o) for o in operands)
        self.body.append(f'{r} = {opcode} {self.ty(t) if t[0] != "%" else t} '
                         f'{words}')
        return r

    def do(self, opcode, *operands):
        self.body.append(' '.join([opcode] + [str(o) for o in operands]))

    def decorate(self, target, *what):
        self.decorations.append(f'OpDecorate {target} ' + ' '.join(what))

    def value(self, t, bits):
        """A value that comes from memory."""
        if t[0] == 'v':
            n, e = t[1:].split('_')
            parts = [self.value(e, b) for b in bits]
            return self.op('OpCompositeConstruct', t, *parts)
        index = len(self.inputs)
        self.inputs.append(bits & mask(64))
        p = self.op('OpInBoundsAccessChain', self.ptr('UniformConstant', 'u64'),
                    '%inputs', self.const('u32', index))
        x = self.op('OpLoad', 'u64', p, 'Aligned 8')
        if t == 'u64':
            return x
        if t == 'bool':
            return self.op('OpINotEqual', 'bool', x, self.const('u64', 0))
        width = int(t[1:])
        if width < 64:
            x = self.op('OpUConvert', f'u{width}', x)
        return x if t[0] == 'u' else self.op('OpBitcast', t, x)

    def wide(self, t, x):
        """Scalar `x` as 64 bits."""
        if t == 'bool':
            return self.op('OpSelect', 'u64', x, self.const('u64', 1),
                           self.const('u64', 0))
        if t[0] == 'f':
            x = self.op('OpBitcast', 'u' + t[1:], x)
        return x if t[1:] == '64' else self.op('OpUConvert', 'u64', x)

    def store(self, x):
        """Stores 64 bits for each work-item: out[slot * items + id]."""
        index = self.const('u64', self.slots * self.items)
        if self.items > 1:
            index = self.op('OpIAdd', 'u64', index, '%self')
        p = self.op('OpInBoundsPtrAccessChain',
                    self.ptr('CrossWorkgroup', 'u64'), '%out', index)
        self.do('OpStore', p, x, 'Aligned 8')
        self.slots += 1

    def out(self, t, x, expected):
        """Stores a value; `expected`: its components' bits, or a list of those
        for each work-item."""
        if t[0] == 'v':
            n, e = t[1:].split('_')
            parts = [self.op('OpCompositeExtract', e, x, k)
                     for k in range(int(n))]
        else:
            e, parts, = t, [x]
            if self.items == 1 or not isinstance(expected, list):
                expected = [expected]
            else:
                expected = [[v] for v in expected]
        for k, part in enumerate(parts):
            self.store(self.wide(e, part))
            for item in range(self.items):
                per_item = isinstance(expected[0], list)
                v = expected[item][k] if per_item else expected[k]
                self.expected[item].append(int(v) & mask(64))

    def write(self):
        n = max(len(self.inputs), 1)
        values = self.inputs or [0]
        lines = []
        flat = [self.expected[i][s] for s in range(self.slots)
                for i in range(self.items)]
        count = max(len(flat), 1)
        lines.append(f'; RUN: -g {self.items} -l {self.group} --dump 0 % '
                     f'buf:u64:{count}')
        lines.append('; OUT: ' + ' '.join(map(str, flat)))
        lines.append('; SPDX-License-Identifier: Apache-2.0')
        lines.append('; SPDX-FileCopyrightText: The gac authors')
        lines.append(f'; {self.title} Made by generate.py.')
        lines += [f'OpCapability {c}' for c in self.caps]
        lines += [f'OpExtension "{e}"' for e in self.exts]
        lines.append('%cl = OpExtInstImport "OpenCL.std"')
        lines.append('OpMemoryModel Physical64 OpenCL')
        shared = [line.split()[0] for line in
                  self.head + self.extra + self.declared if is_variable(line)]
        lines.append('OpEntryPoint Kernel %k "k" ' +
                     ' '.join(['%local_id', '%inputs'] + shared))
        lines += [f'OpExecutionMode %k {m}' for m in self.modes]
        lines += [self.id_modes] if self.id_modes else []
        lines += self.debug
        lines.append('OpDecorate %local_id BuiltIn LocalInvocationId')
        lines += self.decorations
        lines += self.head
        lines.append('%v3_u64x = OpTypeVector %u64 3')
        lines.append('%p_in = OpTypePointer Input %v3_u64x')
        lines.append('%local_id = OpVariable %p_in Input')
        seen = {}
        for v in values:
            if v not in seen:
                seen[v] = f'%in_{v}'
                lines.append(f'%in_{v} = OpConstant %u64 {v}')
        lines.append(f'%n_inputs = OpConstant %u64 {n}')
        lines.append('%a_inputs = OpTypeArray %u64 %n_inputs')
        lines.append('%p_inputs = OpTypePointer UniformConstant %a_inputs')
        lines.append('%c_inputs = OpConstantComposite %a_inputs ' +
                     ' '.join(seen[v] for v in values))
        lines.append('%inputs = OpVariable %p_inputs UniformConstant %c_inputs')
        lines += self.extra
        lines.append('%fn = OpTypeFunction %void %p_CrossWorkgroup_u64')
        lines += self.declared
        lines.append('%k = OpFunction %void None %fn')
        lines.append('%out = OpFunctionParameter %p_CrossWorkgroup_u64')
        lines.append('%entry = OpLabel')
        lines += [line for line in self.body if is_variable(line)]
        lines.append('%local = OpLoad %v3_u64x %local_id')
        lines.append('%self = OpCompositeExtract %u64 %local 0')
        lines += [line for line in self.body if not is_variable(line)]
        lines.append('OpReturn')
        lines.append('OpFunctionEnd')
        lines += self.tail
        with open(os.path.join(HERE, self.name + '.spvasm'), 'w') as f:
            f.write('\n'.join(lines) + '\n')


def is_variable(line):
    """In a function, all of them stand first in the first block."""
    return ' = OpVariable ' in line or ' = OpUntypedVariableKHR ' in line


def samples(rng, width, n):
    edges = [0, 1, mask(width), 1 << (width - 1), (1 << (width - 1)) - 1, 5]
    return [rng.choice(edges) if rng.random() < .3 else rng.getrandbits(width)
            for _ in range(n)]


def quotient(a, b):
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


# -- integers --------------------------------------------------------------------

BINARY = {
    'OpIAdd': lambda a, b, w: a + b, 'OpISub': lambda a, b, w: a - b,
    'OpIMul': lambda a, b, w: a * b,
    'OpUDiv': lambda a, b, w: a // b, 'OpUMod': lambda a, b, w: a % b,
    'OpSDiv': lambda a, b, w: quotient(signed(a, w), signed(b, w)),
    'OpSRem': lambda a, b, w: signed(a, w) - signed(b, w) *
    quotient(signed(a, w), signed(b, w)),
    'OpSMod': lambda a, b, w: signed(a, w) % signed(b, w),
    'OpBitwiseAnd': lambda a, b, w: a & b, 'OpBitwiseOr': lambda a, b, w: a | b,
    'OpBitwiseXor': lambda a, b, w: a ^ b,
    'OpShiftLeftLogical': lambda a, b, w: a << (b % w),
    'OpShiftRightLogical': lambda a, b, w: a >> (b % w),
    'OpShiftRightArithmetic': lambda a, b, w: signed(a, w) >> (b % w),
}
COMPARE = {
    'OpIEqual': lambda a, b, w: a == b, 'OpINotEqual': lambda a, b, w: a != b,
    'OpULessThan': lambda a, b, w: a < b,
    'OpUGreaterThan': lambda a, b, w: a > b,
    'OpULessThanEqual': lambda a, b, w: a <= b,
    'OpUGreaterThanEqual': lambda a, b, w: a >= b,
    'OpSLessThan': lambda a, b, w: signed(a, w) < signed(b, w),
    'OpSGreaterThan': lambda a, b, w: signed(a, w) > signed(b, w),
    'OpSLessThanEqual': lambda a, b, w: signed(a, w) <= signed(b, w),
    'OpSGreaterThanEqual': lambda a, b, w: signed(a, w) >= signed(b, w),
}
UNARY = {
    'OpSNegate': lambda a, w: -a, 'OpNot': lambda a, w: ~a,
    'OpBitReverse': lambda a, w: int(format(a, f'0{w}b')[::-1], 2),
    'OpBitCount': lambda a, w: bin(a).count('1'),
}


def integers():
    for width in (8, 16, 32, 64):
        rng = random.Random(width)
        m = Module(f'integer_{width}', f'Integer arithmetic of {width} bits.',
                   caps=['BitInstructions'],
                   exts=['SPV_KHR_bit_instructions'])
        t = f'u{width}'
        for name, f in BINARY.items():
            a, b = samples(rng, width, 5), samples(rng, width, 5)
            if 'Div' in name or 'Mod' in name or 'Rem' in name:
                b = [3 if x in (0, mask(width)) else x for x in b]
            if 'Shift' in name:
                b = [x % width for x in b]
            for k in range(2):
                x = m.op(name, t, m.value(t, a[k]), m.value(t, b[k]))
                m.out(t, x, f(a[k], b[k], width) & mask(width))
            v = f'v3_{t}'
            x = m.op(name, v, m.value(v, a[2:]), m.value(v, b[2:]))
            m.out(v, x, [f(p, q, width) & mask(width)
                         for p, q in zip(a[2:], b[2:])])
        for name, f in COMPARE.items():
            for a, b in zip(samples(rng, width, 3), samples(rng, width, 3)):
                x = m.op(name, 'bool', m.value(t, a), m.value(t, b))
                m.out('bool', x, f(a, b, width))
            a = samples(rng, width, 1)[0]
            x = m.op(name, 'bool', m.value(t, a), m.value(t, a))
            m.out('bool', x, f(a, a, width))
        for name, f in UNARY.items():
            for a in samples(rng, width, 3):
                x = m.op(name, t, m.value(t, a))
                m.out(t, x, f(a, width) & mask(width))
        bit_fields(m, rng, t, width)
        two_parts(m, rng, t, width)
        m.write()


def bit_fields(m, rng, t, width):
    places = [(0, 0), (0, width), (1, width - 1), (width // 2, 3), (2, 0)]
    for offset, count in places:
        base, field = samples(rng, width, 2)
        ones = mask(count)
        o, c = m.value('u32', offset), m.value('u32', count)
        b, f = m.value(t, base), m.value(t, field)
        x = m.op('OpBitFieldInsert', t, b, f, o, c)
        m.out(t, x, (base & ~(ones << offset) | (field & ones) << offset) &
              mask(width))
        part = base >> offset & ones
        x = m.op('OpBitFieldUExtract', t, b, o, c)
        m.out(t, x, part)
        x = m.op('OpBitFieldSExtract', t, b, o, c)
        m.out(t, x, (signed(part, count) if count else 0) & mask(width))


def two_parts(m, rng, t, width):
    s = m.define(f's_{t}', f'OpTypeStruct {m.ty(t)} {m.ty(t)}')
    for _ in range(3):
        a, b = samples(rng, width, 2)
        x, y = m.value(t, a), m.value(t, b)
        both = {
            'OpIAddCarry': (a + b, (a + b) >> width),
            'OpISubBorrow': (a - b, a < b),
            'OpUMulExtended': (a * b, a * b >> width),
            'OpSMulExtended': (a * b,
                               signed(a, width) * signed(b, width) >> width),
        }
        for name, (low, high) in both.items():
            r = m.op(name, s, x, y)
            m.out(t, m.op('OpCompositeExtract', t, r, 0), low & mask(width))
            m.out(t, m.op('OpCompositeExtract', t, r, 1), high & mask(width))


# -- integer dot products -----------------------------------------------------------

def saturate(x, width, is_signed):
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed \
        else (0, mask(width))
    return max(low, min(high, x))


def dot_products():
    rng = random.Random(1)
    m = Module('dot_products', 'Integer dot products.',
               caps=['DotProductKHR', 'DotProductInputAllKHR',
                     'DotProductInput4x8BitKHR',
                     'DotProductInput4x8BitPackedKHR'],
               exts=['SPV_KHR_integer_dot_product'])
    kinds = {'OpSDot': (1, 1), 'OpUDot': (0, 0), 'OpSUDot': (1, 0)}
    for name, (sx, sy) in kinds.items():
        for n, w, packed in ((4, 8, True), (4, 8, False), (2, 16, False),
                             (3, 8, False)):
            a, b = samples(rng, w, n), samples(rng, w, n)
            total = sum((signed(p, w) if sx else p) * (signed(q, w) if sy else q)
                        for p, q in zip(a, b))
            if packed:
                t, hint = 'u32', ['PackedVectorFormat4x8Bit']
                x = m.value(t, sum(v << 8 * k for k, v in enumerate(a)))
                y = m.value(t, sum(v << 8 * k for k, v in enumerate(b)))
            else:
                t, hint = f'v{n}_u{w}', []
                x, y = m.value(t, a), m.value(t, b)
            r = m.op(name + 'KHR', 'u32', x, y, *hint)
            m.out('u32', r, total & mask(32))
            for start in (7, mask(31) - 3, mask(32) - 3):
                acc = signed(start, 32) if sx else start
                want = saturate((signed(total, 32) if sx else total) + acc, 32,
                                sx)
                r = m.op(name + 'AccSatKHR', 'u32', x, y, m.value('u32', start),
                         *hint)
                m.out('u32', r, want & mask(32))
    m.write()


# -- floats ------------------------------------------------------------------------------

def float_tests():
    nan, inf = float('nan'), float('inf')
    order = {
        'Equal': lambda a, b: a == b, 'NotEqual': lambda a, b: a != b,
        'LessThan': lambda a, b: a < b, 'GreaterThan': lambda a, b: a > b,
        'LessThanEqual': lambda a, b: a <= b,
        'GreaterThanEqual': lambda a, b: a >= b,
    }
    for width in (16, 32, 64):
        m = Module(f'float_tests_{width}',
                   f'Comparisons and classes of {width}-bit floats.')
        t = f'f{width}'
        tiny = bits_float(1, width)
        values = [0.0, -0.0, 1.0, -2.5, tiny, -tiny, inf, -inf, nan]
        ids = [m.value(t, float_bits(v, width)) for v in values]
        for a, x in zip(values, ids):
            is_nan = a != a
            normal = not is_nan and abs(a) != inf and abs(a) > 1e-5
            m.out('bool', m.op('OpIsNan', 'bool', x), is_nan)
            m.out('bool', m.op('OpIsInf', 'bool', x), abs(a) == inf)
            m.out('bool', m.op('OpIsFinite', 'bool', x),
                  not is_nan and abs(a) != inf)
            m.out('bool', m.op('OpIsNormal', 'bool', x), normal)
            if not is_nan:
                m.out('bool', m.op('OpSignBitSet', 'bool', x),
                      float_bits(a, width) >> (width - 1))
            for b, y in zip(values[1:3] + [nan], ids[1:3] + [ids[-1]]):
                un = a != a or b != b
                for name, f in order.items():
                    m.out('bool', m.op('OpFOrd' + name, 'bool', x, y),
                          not un and f(a, b))
                    m.out('bool', m.op('OpFUnord' + name, 'bool', x, y),
                          un or f(a, b))
                m.out('bool', m.op('OpOrdered', 'bool', x, y), not un)
                m.out('bool', m.op('OpUnordered', 'bool', x, y), un)
                m.out('bool', m.op('OpLessOrGreater', 'bool', x, y),
                      not un and a != b)
        m.write()


def float_values():
    m = Module('float_values', 'Arithmetic of floats, exact cases.')
    for width in (16, 32, 64):
        t, v = f'f{width}', f'v2_f{width}'

        def bits(*xs):
            return [float_bits(x, width) for x in xs]

        pairs = [((7.5, -7.5), (2.0, 2.0)), ((-7.5, 7.5), (-2.0, -2.0))]
        for a, b in pairs:
            x, y = m.value(v, bits(*a)), m.value(v, bits(*b))
            m.out(v, m.op('OpFRem', v, x, y),
                  bits(*[p - q * quotient(int(p * 2), int(q * 2))
                         for p, q in zip(a, b)]))
            m.out(v, m.op('OpFMod', v, x, y),
                  bits(*[p % q for p, q in zip(a, b)]))
            m.out(v, m.op('OpFNegate', v, x), bits(*[-p for p in a]))
            m.out(t, m.op('OpDot', t, x, y),
                  bits(a[0] * b[0] + a[1] * b[1])[0])
            s = m.value(t, bits(3.0)[0])
            m.out(v, m.op('OpVectorTimesScalar', v, x, s),
                  bits(*[p * 3 for p in a]))
    for x, want in ((1.0, 1.0), (65504.0, 65504.0), (65520.0, float('inf')),
                    (1e-5, 0.0), (-1e-5, -0.0), (2.0 ** -14, 2.0 ** -14),
                    (1 + 2.0 ** -11, 1.0), (float('-inf'), float('-inf'))):
        m.out('f32', m.op('OpQuantizeToF16', 'f32',
                          m.value('f32', float_bits(x, 32))),
              float_bits(want, 32))
    m.write()


# -- conversions --------------------------------------------------------------------------

def rounded(x, mode):
    import math
    if mode == 'RTZ':
        return math.trunc(x)
    if mode == 'RTP':
        return math.ceil(x)
    if mode == 'RTN':
        return math.floor(x)
    return round(x)  # to even


def conversions():
    m = Module('conversions', 'Conversions: widths, rounding, saturation.')
    for x in (2.5, -2.5, 3.5, -3.25, 100.75):
        v = m.value('f32', float_bits(x, 32))
        for mode in (None, 'RTE', 'RTZ', 'RTP', 'RTN'):
            r = m.op('OpConvertFToS', 'u32', v)
            if mode:
                m.decorate(r, 'FPRoundingMode', mode)
            m.out('u32', r, rounded(x, mode or 'RTZ') & mask(32))
    for x in (1e10, -1e10, 300.0, -5.0, float('inf'), float('nan')):
        v = m.value('f64', float_bits(x, 64))
        for width in (8, 32):
            for name, is_signed in (('OpConvertFToS', True),
                                    ('OpConvertFToU', False)):
                r = m.op(name, f'u{width}', v)
                m.decorate(r, 'SaturatedConversion')
                if x != x:
                    want = 0
                elif abs(x) == float('inf'):
                    want = saturate(1 << 80, width, is_signed)
                else:
                    want = saturate(int(x), width, is_signed)
                m.out(f'u{width}', r, want & mask(width))
    for x in (0, 5, 200, 0xFF80, 0x8000, 0x7FFF, 0xFFFF):
        v = m.value('u16', x)
        m.out('u8', m.op('OpSatConvertSToU', 'u8', v),
              saturate(signed(x, 16), 8, False))
        m.out('u8', m.op('OpSatConvertUToS', 'u8', v),
              saturate(x, 8, True) & mask(8))
        m.out('u8', m.op('OpUConvert', 'u8', v), x & 255)
        m.out('u64', m.op('OpSConvert', 'u64', v), signed(x, 16) & mask(64))
        m.out('u64', m.op('OpUConvert', 'u64', v), x)
        r = m.op('OpSConvert', 'u8', v)
        m.decorate(r, 'SaturatedConversion')
        m.out('u8', r, saturate(signed(x, 16), 8, True) & mask(8))
        r = m.op('OpUConvert', 'u8', v)
        m.decorate(r, 'SaturatedConversion')
        m.out('u8', r, saturate(x, 8, False))
        m.out('f32', m.op('OpConvertSToF', 'f32', v),
              float_bits(float(signed(x, 16)), 32))
        m.out('f64', m.op('OpConvertUToF', 'f64', v), float_bits(float(x), 64))
    big = (1 << 24) + 1
    for mode, want in (('RTE', 1 << 24), ('RTZ', 1 << 24),
                       ('RTP', (1 << 24) + 2), ('RTN', 1 << 24)):
        r = m.op('OpConvertUToF', 'f32', m.value('u32', big))
        m.decorate(r, 'FPRoundingMode', mode)
        m.out('f32', r, float_bits(float(want), 32))
    for mode, want in (('RTE', 1.0), ('RTP', 1 + 2.0 ** -10), ('RTZ', 1.0)):
        r = m.op('OpFConvert', 'f16',
                 m.value('f32', float_bits(1 + 2.0 ** -12, 32)))
        m.decorate(r, 'FPRoundingMode', mode)
        m.out('f16', r, float_bits(want, 16))
    m.write()


def bit_casts():
    m = Module('bit_casts', 'Bit casts between all shapes of one size.')
    rng = random.Random(5)
    data = bytes(rng.getrandbits(8) for _ in range(16))
    shapes = {8: ['u64', 'f64', 'v2_u32', 'v2_f32', 'v4_u16', 'v8_u8'],
              4: ['u32', 'f32', 'v2_u16', 'v2_f16', 'v4_u8'],
              16: ['v2_u64', 'v4_u32', 'v4_f32', 'v8_u16', 'v16_u8', 'v2_f64'],
              6: ['v3_u16', 'v3_f16'], 2: ['u16', 'f16', 'v2_u8']}

    def pieces(t, size):
        w = int(t.split('_')[-1][1:]) // 8
        return [int.from_bytes(data[k:k + w], 'little')
                for k in range(0, size, w)]

    for size, names in shapes.items():
        for a in names:
            bits = pieces(a, size)
            x = m.value(a, bits if a[0] == 'v' else bits[0])
            for b in names:
                if a == b:
                    continue
                want = pieces(b, size)
                m.out(b, m.op('OpBitcast', b, x),
                      want if b[0] == 'v' else want[0])
    m.write()


# -- composites -----------------------------------------------------------------------------

def composites():
    m = Module('composites', 'Vectors, structures and arrays as values.')
    v = m.value('v4_u32', [10, 11, 12, 13])
    w = m.value('v2_u32', [20, 21])
    for k in range(4):
        i = m.value('u32', k)
        m.out('u32', m.op('OpVectorExtractDynamic', 'u32', v, i), 10 + k)
        want = [10, 11, 12, 13]
        want[k] = 99
        m.out('v4_u32', m.op('OpVectorInsertDynamic', 'v4_u32', v,
                             m.value('u32', 99), i), want)
    m.out('v4_u32', m.op('OpVectorShuffle', 'v4_u32', v, w, 5, 0, 4, 3),
          [21, 10, 20, 13])
    m.out('v2_u32', m.op('OpVectorShuffle', 'v2_u32', w, v, 2, 1), [10, 21])
    c = m.op('OpVectorShuffle', 'v4_u32', v, w, 1, 4294967295, 2, 4294967295)
    m.out('u32', m.op('OpCompositeExtract', 'u32', c, 2), 12)
    m.out('v4_u32', m.op('OpCompositeConstruct', 'v4_u32', w,
                         m.value('u32', 7), m.value('u32', 8)), [20, 21, 7, 8])
    two = m.const('u32', 2)
    arr = m.define('arr', f'OpTypeArray %v4_u32 {two}')
    s = m.define('s', f'OpTypeStruct {m.ty("u16")} {arr} {m.ty("f64")}')
    a = m.op('OpCompositeConstruct', arr, v, v)
    x = m.op('OpCompositeConstruct', s, m.value('u16', 3), a,
             m.value('f64', float_bits(1.5, 64)))
    y = m.op('OpCompositeInsert', s, m.value('u32', 77), x, 1, 1, 2)
    m.out('v4_u32', m.op('OpCompositeExtract', 'v4_u32', y, 1, 1),
          [10, 11, 77, 13])
    m.out('v4_u32', m.op('OpCompositeExtract', 'v4_u32', y, 1, 0),
          [10, 11, 12, 13])
    for flag in (0, 1):
        z = m.op('OpSelect', s, m.value('bool', flag), x, y)
        m.out('u32', m.op('OpCompositeExtract', 'u32', z, 1, 1, 2),
              12 if flag else 77)
    z = m.op('OpCopyLogical', s, y)
    m.out('f64', m.op('OpCompositeExtract', 'f64', z, 2), float_bits(1.5, 64))
    z = m.op('OpCopyObject', s, y)
    m.out('u16', m.op('OpCompositeExtract', 'u16', z, 0), 3)
    m.ty('v4_bool')
    for bits in ([0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 0, 0]):
        q = m.value('v4_bool', bits)
        m.out('bool', m.op('OpAny', 'bool', q), any(bits))
        m.out('bool', m.op('OpAll', 'bool', q), all(bits))
        m.out('v4_u32', m.op('OpSelect', 'v4_u32', q, v,
                             m.value('v4_u32', [0, 0, 0, 0])),
              [10 + k if b else 0 for k, b in enumerate(bits)])
    for a_bit in (0, 1):
        for b_bit in (0, 1):
            p, q = m.value('bool', a_bit), m.value('bool', b_bit)
            m.out('bool', m.op('OpLogicalEqual', 'bool', p, q), a_bit == b_bit)
            m.out('bool', m.op('OpLogicalNotEqual', 'bool', p, q),
                  a_bit != b_bit)
            m.out('bool', m.op('OpLogicalAnd', 'bool', p, q), a_bit & b_bit)
            m.out('bool', m.op('OpLogicalOr', 'bool', p, q), a_bit | b_bit)
            m.out('bool', m.op('OpLogicalNot', 'bool', p), 1 - a_bit)
    m.write()


def large_values():
    """Arrays too large to be taken apart, carried around a loop and swapped."""
    m = Module('large_values', 'Arrays of 100 elements as values.')
    n = m.const('u32', 100)
    arr = m.define('arr', f'OpTypeArray %u32 {n}')
    p = m.define('p_arr', f'OpTypePointer Function {arr}')
    m.define('null_arr', f'OpConstantNull {arr}')
    items = ' '.join(m.const('u32', 1000 + k) for k in range(100))
    m.define('c_arr', f'OpConstantComposite {arr} {items}')
    m.ptr('Function', 'u32')
    zero, one, five = (m.const('u32', k) for k in (0, 1, 5))
    m.body.insert(0, f'%var = OpVariable {p} Function %c_arr')
    m.do('OpBranch', '%loop')
    m.body.append('%loop = OpLabel')
    m.body.append(f'%a = OpPhi {arr} %c_arr %entry %b %loop')
    m.body.append(f'%b = OpPhi {arr} %null_arr %entry %a2 %loop')
    m.body.append(f'%i = OpPhi %u32 {zero} %entry %i2 %loop')
    m.body.append(f'%a2 = OpCompositeInsert {arr} %i %a 50')
    m.body.append(f'%i2 = OpIAdd %u32 %i {one}')
    m.body.append(f'%more = OpULessThan %bool %i2 {five}')
    m.do('OpBranchConditional', '%more', '%loop', '%done')
    m.body.append('%done = OpLabel')
    a, b = [1000 + k for k in range(100)], [0] * 100
    for i in range(5):
        a2 = list(a)
        a2[50] = i
        last = a2, a, b
        a, b = b, a2
    names = {'%a2': last[0], '%a': last[1], '%b': last[2]}
    for name, want in names.items():
        for k in (0, 50, 99):
            m.out('u32', m.op('OpCompositeExtract', 'u32', name, k), want[k])
    r = m.op('OpFunctionCall', arr, '%pick', '%a2', m.value('bool', 1))
    m.out('u32', m.op('OpCompositeExtract', 'u32', r, 50), 4)
    r = m.op('OpFunctionCall', arr, '%pick', '%a2', m.value('bool', 0))
    m.out('u32', m.op('OpCompositeExtract', 'u32', r, 50), 1050)
    r = m.op('OpSelect', arr, m.value('bool', 0), '%a2', '%c_arr')
    m.do('OpStore', '%var', r)
    q = m.op('OpAccessChain', m.ptr('Function', 'u32'), '%var',
             m.value('u32', 99))
    m.out('u32', m.op('OpLoad', 'u32', q), 1099)
    m.define('fn_pick', f'OpTypeFunction {arr} {arr} %bool')
    m.tail += [f'%pick = OpFunction {arr} None %fn_pick',
               f'%pa = OpFunctionParameter {arr}',
               '%pb = OpFunctionParameter %bool', '%pl = OpLabel',
               'OpBranchConditional %pb %py %pn', '%py = OpLabel',
               'OpReturnValue %pa', '%pn = OpLabel', 'OpReturnValue %c_arr',
               'OpFunctionEnd']
    m.write()


# -- memory -----------------------------------------------------------------------------------

def memory():
    m = Module('memory', 'Copies, pointers, access chains.')
    for t in ('u8', 'u16', 'u32'):
        m.ty(t)
    ten = m.const('u32', 10)
    arr = m.define('arr', f'OpTypeArray %u32 {ten}')
    p_arr = m.define('p_arr', f'OpTypePointer Function {arr}')
    p32, p8 = m.ptr('Function', 'u32'), m.ptr('Function', 'u8')
    values = ' '.join(m.const('u32', 100 + k) for k in range(10))
    m.define('c_arr', f'OpConstantComposite {arr} {values}')
    m.body.append(f'%a = OpVariable {p_arr} Function %c_arr')
    m.body.append(f'%b = OpVariable {p_arr} Function')
    m.do('OpCopyMemory', '%b', '%a', 'Aligned 4')
    for t, k in (('u8', 3), ('u16', 4), ('u32', 9), ('u64', 0)):
        q = m.op('OpAccessChain', p32, '%b', m.value(t, k))
        m.out('u32', m.op('OpLoad', 'u32', q), 100 + k)
    five = m.op('OpAccessChain', p32, '%a', m.const('u32', 5))
    for width in (8, 16, 32, 64):
        q = m.op('OpPtrAccessChain', p32, five,
                 m.value(f'u{width}', mask(width) - 1))
        m.out('u32', m.op('OpLoad', 'u32', q, 'Aligned 4'), 103)
        q = m.op('OpInBoundsPtrAccessChain', p_arr, '%a',
                 m.value(f'u{width}', 0))
        q = m.op('OpInBoundsAccessChain', p32, q, m.value(f'u{width}', 2))
        m.out('u32', m.op('OpLoad', 'u32', q, 'Volatile|Aligned 4'), 102)
    first = m.op('OpAccessChain', p32, '%a', m.const('u32', 0))
    other = m.op('OpAccessChain', p32, '%b', m.const('u32', 0))
    m.out('bool', m.op('OpPtrEqual', 'bool', first, first), 1)
    m.out('bool', m.op('OpPtrEqual', 'bool', first, five), 0)
    m.out('bool', m.op('OpPtrNotEqual', 'bool', first, other), 1)
    m.out('u64', m.op('OpPtrDiff', 'u64', five, first), 5)
    m.out('u32', m.op('OpPtrDiff', 'u32', first, five), -5 & mask(32))
    for size in (1, 2, 4, 8, 3, 12):
        m.do('OpStore', other, m.value('u32', 0))
        for k in range(1, 3):
            q = m.op('OpAccessChain', p32, '%b', m.const('u32', k))
            m.do('OpStore', q, m.value('u32', 0))
        m.do('OpCopyMemorySized', m.op('OpBitcast', p8, other),
             m.op('OpBitcast', p8, five), m.const('u64', size), 'Aligned 1')
        raw = struct.pack('<3I', 105, 106, 107)[:size].ljust(12, b'\0')
        for k, want in enumerate(struct.unpack('<3I', raw)):
            q = m.op('OpAccessChain', p32, '%b', m.const('u32', k))
            m.out('u32', m.op('OpLoad', 'u32', q), want)
    few = m.define('few', f'OpTypeArray %u8 {m.const("u32", 6)}')
    p_few = m.define('p_few', f'OpTypePointer UniformConstant {few}')
    zeros = m.define('c_zeros', f'OpConstantNull {few}')
    zeros = m.define('zeros', f'OpVariable {p_few} UniformConstant {zeros}')
    q8 = m.ptr('UniformConstant', 'u8')
    for size in (6, 4, 7, 40):  # more than there are: memset
        m.do('OpCopyMemory', '%b', '%a', 'Aligned 4')
        m.do('OpCopyMemorySized', m.op('OpBitcast', p8, other),
             m.op('OpBitcast', q8, zeros), m.const('u64', size), 'Aligned 1')
        raw = struct.pack('<10I', *range(100, 110))
        raw = b'\0' * size + raw[size:]
        for k, want in enumerate(struct.unpack('<10I', raw)):
            q = m.op('OpAccessChain', p32, '%b', m.const('u32', k))
            m.out('u32', m.op('OpLoad', 'u32', q), want)
    m.do('OpCopyMemory', '%b', '%a', 'Aligned 4')
    n = m.op('OpConvertPtrToU', 'u64', first)
    q = m.op('OpIAdd', 'u64', n, m.value('u64', 28))
    q = m.op('OpConvertUToPtr', p32, q)
    m.out('u32', m.op('OpLoad', 'u32', q), 107)
    g = m.op('OpPtrCastToGeneric', m.ptr('Generic', 'u32'), five)
    m.out('u32', m.op('OpLoad', 'u32', g), 105)
    back = m.op('OpGenericCastToPtr', p32, g)
    m.out('u32', m.op('OpLoad', 'u32', back), 105)
    back = m.op('OpGenericCastToPtrExplicit', p32, g, 'Function')
    m.out('bool', m.op('OpPtrEqual', 'bool', back, five), 1)
    q = m.op('OpGenericCastToPtrExplicit', m.ptr('Workgroup', 'u32'), g,
             'Workgroup')
    m.out('u64', m.op('OpConvertPtrToU', 'u64', q), 0)
    g = m.op('OpPtrCastToGeneric', m.ptr('Generic', 'u64'), '%out')
    q = m.op('OpGenericCastToPtrExplicit', m.ptr('CrossWorkgroup', 'u64'), g,
             'CrossWorkgroup')
    m.out('bool', m.op('OpPtrEqual', 'bool', q, '%out'), 1)
    r = m.op('OpGenericPtrMemSemantics', 'u32', g)
    m.out('u32', m.op('OpBitwiseAnd', 'u32', r, m.const('u32', 0x300)), 0x200)
    m.write()


def untyped():
    m = Module('untyped_pointers', 'Untyped pointers.',
               caps=['UntypedPointersKHR'], exts=['SPV_KHR_untyped_pointers'])
    up = m.define('up', 'OpTypeUntypedPointerKHR Function')
    ten = m.const('u32', 10)
    arr = m.define('arr', f'OpTypeArray %u32 {ten}')
    pair = m.define('pair', f'OpTypeStruct %u32 {arr} {m.ty("u16")}')
    m.ty('u8')
    m.body.append(f'%v = OpUntypedVariableKHR {up} Function {pair}')
    q = m.op('OpUntypedAccessChainKHR', up, pair, '%v', m.const('u32', 1),
             m.value('u32', 4))
    m.do('OpStore', q, m.value('u32', 0xAABBCCDD), 'Aligned 4')
    m.out('u32', m.op('OpLoad', 'u32', q, 'Aligned 4'), 0xAABBCCDD)
    m.out('u16', m.op('OpLoad', 'u16', q, 'Aligned 2'), 0xCCDD)
    q = m.op('OpUntypedInBoundsPtrAccessChainKHR', up, '%u8', '%v',
             m.value('u64', 4 + 16 + 1))
    m.out('u8', m.op('OpLoad', 'u8', q, 'Aligned 1'), 0xCC)
    q = m.op('OpUntypedInBoundsAccessChainKHR', up, pair, '%v',
             m.const('u32', 2))
    m.do('OpStore', q, m.value('u16', 0x1234), 'Aligned 2')
    r = m.op('OpUntypedPtrAccessChainKHR', up, '%u8', '%v', m.value('u64', 44))
    m.out('u16', m.op('OpLoad', 'u16', r, 'Aligned 2'), 0x1234)
    m.out('bool', m.op('OpPtrEqual', 'bool', q, r), 1)
    untyped_copies(m)
    m.write()


def untyped_copies(m):
    """The first results to local memory and, with a stride, behind the last."""
    cells = m.define('cells', f'OpTypeArray %u64 {m.const("u32", 4)}')
    local = m.define('p_cells', f'OpTypePointer Workgroup {cells}')
    m.extra.append(f'%tile = OpVariable {local} Workgroup')
    far = m.define('up_global', 'OpTypeUntypedPointerKHR CrossWorkgroup')
    near = m.define('up_local', 'OpTypeUntypedPointerKHR Workgroup')
    event = m.define('event', 'OpTypeEvent')
    p_event = m.define('p_event', f'OpTypePointer Function {event}')
    m.body.insert(0, f'%list = OpVariable {p_event} Function')
    none = m.define('no_event', f'OpConstantNull {event}')
    group = m.const('u32', 2)
    first = m.op('OpBitcast', near, '%tile')
    copied = m.slots
    for to, source, stride in (
            (first, m.op('OpBitcast', far, '%out'), 1),
            (m.op('OpBitcast', far, m.op(
                'OpInBoundsPtrAccessChain', m.ptr('CrossWorkgroup', 'u64'),
                '%out', m.const('u64', copied + 2))), first, 2)):
        e = m.op('OpUntypedGroupAsyncCopyKHR', event, group, to, source,
                 m.const('u32', 8), m.const('u64', 2), m.const('u64', stride),
                 none)
        m.do('OpStore', '%list', e)
        m.do('OpGroupWaitEvents', group, m.const('u32', 1), '%list')
    for k in range(2):
        q = m.op('OpInBoundsAccessChain', m.ptr('Workgroup', 'u64'), '%tile',
                 m.const('u32', k))
        m.out('u64', m.op('OpLoad', 'u64', q, 'Aligned 8'), m.expected[0][k])
    for k in range(3): # what the strided copy wrote, and what it left out
        m.expected[0].append(m.expected[0][k // 2] if k != 1 else 0)
        m.slots += 1


# -- atomics ------------------------------------------------------------------------------------

def atomics():
    m = Module('atomics', 'Every atomic instruction, on one work-item.',
               caps=['AtomicFloat32AddEXT', 'AtomicFloat64AddEXT',
                     'AtomicFloat32MinMaxEXT', 'AtomicFloat64MinMaxEXT'],
               exts=['SPV_EXT_shader_atomic_float_add',
                     'SPV_EXT_shader_atomic_float_min_max'])
    device, relaxed = m.const('u32', 1), m.const('u32', 0)
    ops = {
        'IAdd': lambda a, b, w: a + b, 'ISub': lambda a, b, w: a - b,
        'SMin': lambda a, b, w: a if signed(a, w) < signed(b, w) else b,
        'SMax': lambda a, b, w: a if signed(a, w) > signed(b, w) else b,
        'UMin': lambda a, b, w: min(a, b), 'UMax': lambda a, b, w: max(a, b),
        'And': lambda a, b, w: a & b, 'Or': lambda a, b, w: a | b,
        'Xor': lambda a, b, w: a ^ b, 'Exchange': lambda a, b, w: b,
    }
    rng = random.Random(9)
    for width in (32, 64):
        t = f'u{width}'
        p = m.ptr('Function', t)
        var = f'%var{width}'
        m.body.insert(0, f'{var} = OpVariable {p} Function')
        for name, f in ops.items():
            a, b = samples(rng, width, 2)
            m.do('OpAtomicStore', var, device, relaxed, m.value(t, a))
            m.out(t, m.op('OpAtomic' + name, t, var, device, relaxed,
                          m.value(t, b)), a)
            m.out(t, m.op('OpAtomicLoad', t, var, device, relaxed),
                  f(a, b, width) & mask(width))
        m.do('OpStore', var, m.value(t, 41))
        m.out(t, m.op('OpAtomicIIncrement', t, var, device, relaxed), 41)
        m.out(t, m.op('OpAtomicIDecrement', t, var, device, relaxed), 42)
        for want, old, new in ((7, 41, 41), (41, 41, 9)):
            for weak in ('', 'Weak') if want == 7 else ('',):
                m.out(t, m.op('OpAtomicCompareExchange' + weak, t, var, device,
                              relaxed, relaxed, m.value(t, 9),
                              m.value(t, want)), old)
            m.out(t, m.op('OpLoad', t, var), new)
        ft = f'f{width}'
        fvar = f'%fvar{width}'
        m.body.insert(0, f'{fvar} = OpVariable {m.ptr("Function", ft)} Function')
        m.do('OpAtomicStore', fvar, device, relaxed,
             m.value(ft, float_bits(2.5, width)))
        for name, x, old, new in (('FAddEXT', 1.5, 2.5, 4.0),
                                  ('FMinEXT', -1.0, 4.0, -1.0),
                                  ('FMaxEXT', 8.0, -1.0, 8.0),
                                  ('Exchange', 3.0, 8.0, 3.0)):
            m.out(ft, m.op('OpAtomic' + name, ft, fvar, device, relaxed,
                           m.value(ft, float_bits(x, width))),
                  float_bits(old, width))
            m.out(ft, m.op('OpAtomicLoad', ft, fvar, device, relaxed),
                  float_bits(new, width))
    m.body.insert(0, f'%flag = OpVariable {m.ptr("Function", "u32")} Function')
    m.do('OpStore', '%flag', m.value('u32', 0))
    for want in (0, 1):
        m.out('bool', m.op('OpAtomicFlagTestAndSet', 'bool', '%flag', device,
                           relaxed), want)
    m.do('OpAtomicFlagClear', '%flag', device, relaxed)
    m.out('bool', m.op('OpAtomicFlagTestAndSet', 'bool', '%flag', device,
                       relaxed), 0)
    m.do('OpMemoryBarrier', device, m.const('u32', 528))
    m.write()


# -- groups ---------------------------------------------------------------------------------------

MATH = {
    'IAdd': ('u32', lambda a, b: (a + b) & mask(32), 0),
    'IMul': ('u32', lambda a, b: a * b & mask(32), 1),
    'SMin': ('u32', lambda a, b: a if signed(a, 32) < signed(b, 32) else b,
             mask(31)),
    'UMin': ('u32', min, mask(32)),
    'SMax': ('u32', lambda a, b: a if signed(a, 32) > signed(b, 32) else b,
             1 << 31),
    'UMax': ('u32', max, 0),
    'BitwiseAnd': ('u32', lambda a, b: a & b, mask(32)),
    'BitwiseOr': ('u32', lambda a, b: a | b, 0),
    'BitwiseXor': ('u32', lambda a, b: a ^ b, 0),
    'LogicalAnd': ('bool', lambda a, b: a & b, 1),
    'LogicalOr': ('bool', lambda a, b: a | b, 0),
    'LogicalXor': ('bool', lambda a, b: a ^ b, 0),
    'FAdd': ('f32', lambda a, b: a + b, 0.0),
    'FMul': ('f32', lambda a, b: a * b, 1.0),
    'FMin': ('f32', min, float('inf')),
    'FMax': ('f32', max, float('-inf')),
}


def lane_values(m, t, values):
    """A value that differs by work-item: a table is read at its id."""
    start = len(m.inputs)
    for v in values:
        m.inputs.append(v)
    at = m.op('OpIAdd', 'u64', '%self', m.const('u64', start))
    p = m.op('OpInBoundsAccessChain', m.ptr('UniformConstant', 'u64'),
             '%inputs', at)
    x = m.op('OpLoad', 'u64', p, 'Aligned 8')
    if t == 'bool':
        return m.op('OpINotEqual', 'bool', x, m.const('u64', 0))
    if t == 'u64':
        return x
    x = m.op('OpUConvert', 'u' + t[1:], x)
    return x if t[0] == 'u' else m.op('OpBitcast', t, x)


def scan(values, f, start, size, kind):
    out = []
    for first in range(0, len(values), size):
        part = values[first:first + size]
        total = start
        for v in part:
            if kind == 'ExclusiveScan':
                out.append(total)
            total = f(total, v)
            if kind == 'InclusiveScan':
                out.append(total)
        if kind in ('Reduce', 'ClusteredReduce'):
            out += [total] * len(part)
    return out


def group_math(prefix, scope, size, m, rng, kinds, names, suffix=''):
    for name in names:
        t, f, start = MATH[name]
        for kind in kinds:
            if t == 'bool':
                values = [rng.randint(0, 1) for _ in range(m.items)]
            elif t == 'f32':
                values = [float(rng.randint(1, 3)) for _ in range(m.items)]
            else:
                values = [rng.getrandbits(32) for _ in range(m.items)]
            bits = [float_bits(v, 32) for v in values] if t == 'f32' else values
            x = lane_values(m, t, bits)
            extra, part = [], size
            if kind == 'ClusteredReduce':
                extra, part = [m.const('u32', 2)], 2
            r = m.op(f'{prefix}{name}{suffix}', t, m.const('u32', scope), kind,
                     x, *extra)
            want = scan(values, f, start, part, kind)
            if t == 'f32':
                want = [float_bits(v, 32) for v in want]
            m.out(t, r, want)


def groups():
    rng = random.Random(3)
    core = ['IAdd', 'FAdd', 'FMin', 'UMin', 'SMin', 'FMax', 'UMax', 'SMax']
    khr = ['IMul', 'FMul', 'BitwiseAnd', 'BitwiseOr', 'BitwiseXor',
           'LogicalAnd', 'LogicalOr', 'LogicalXor']
    scans = ['Reduce', 'InclusiveScan', 'ExclusiveScan']
    m = Module('group_math', 'Work-group and sub-group reductions and scans.',
               caps=['GroupUniformArithmeticKHR', 'SubgroupDispatch'], items=8,
               exts=['SPV_KHR_uniform_group_instructions'],
               modes=['SubgroupSize 4'])
    for scope, size in ((2, 8), (3, 4)):
        group_math('OpGroup', scope, size, m, rng, scans, core)
        group_math('OpGroup', scope, size, m, rng, scans, khr, 'KHR')
    m.write()
    m = Module('subgroup_math', 'Non-uniform reductions, scans and clusters.',
               caps=['GroupNonUniform', 'GroupNonUniformArithmetic',
                     'GroupNonUniformClustered', 'SubgroupDispatch'], items=8,
               modes=['SubgroupSize 4'])
    group_math('OpGroupNonUniform', 3, 4, m, rng, scans + ['ClusteredReduce'],
               list(MATH))
    m.write()


def votes():
    m = Module('group_votes', 'Votes, broadcasts, ballots and shuffles.',
               caps=['GroupNonUniform', 'GroupNonUniformVote',
                     'GroupNonUniformBallot', 'GroupNonUniformShuffle',
                     'GroupNonUniformShuffleRelative', 'GroupNonUniformQuad',
                     'GroupNonUniformRotateKHR', 'SubgroupBallotKHR',
                     'SubgroupVoteKHR', 'SubgroupDispatch'],
               exts=['SPV_KHR_subgroup_rotate', 'SPV_KHR_shader_ballot',
                     'SPV_KHR_subgroup_vote'],
               items=8, modes=['SubgroupSize 4'])
    sub, work = m.const('u32', 3), m.const('u32', 2)
    bits = [1, 1, 1, 1, 0, 1, 0, 1]
    x = lane_values(m, 'bool', bits)
    halves = [bits[:4], bits[4:]]

    def per_half(f):
        return [v for h in (0, 1) for v in [f(halves[h])] * 4]

    m.out('bool', m.op('OpGroupAll', 'bool', work, x), [0] * 8)
    m.out('bool', m.op('OpGroupAny', 'bool', work, x), [1] * 8)
    for name, f in (('All', all), ('Any', any)):
        m.out('bool', m.op('OpGroup' + name, 'bool', sub, x),
              per_half(lambda h: int(f(h))))
        m.out('bool', m.op('OpGroupNonUniform' + name, 'bool', sub, x),
              per_half(lambda h: int(f(h))))
        m.out('bool', m.op(f'OpSubgroup{name}KHR', 'bool', x),
              per_half(lambda h: int(f(h))))
    m.out('bool', m.op('OpGroupNonUniformElect', 'bool', sub),
          [1, 0, 0, 0] * 2)
    values = [7, 7, 7, 7, 5, 6, 5, 5]
    v = lane_values(m, 'u32', values)
    m.out('bool', m.op('OpGroupNonUniformAllEqual', 'bool', sub, v),
          [1] * 4 + [0] * 4)
    m.out('bool', m.op('OpSubgroupAllEqualKHR', 'bool', x),
          [1] * 4 + [0] * 4)
    values = [10, 11, 12, 13, 20, 21, 22, 23]
    v = lane_values(m, 'u32', values)
    m.ty('v2_u64')
    m.ty('v2_u32')
    m.out('u32', m.op('OpGroupBroadcast', 'u32', work, v, m.const('u64', 5)),
          [21] * 8)
    at = m.op('OpCompositeConstruct', 'v2_u64', m.const('u64', 6),
              m.const('u64', 0))
    m.out('u32', m.op('OpGroupBroadcast', 'u32', work, v, at), [22] * 8)
    m.out('u32', m.op('OpGroupBroadcast', 'u32', sub, v, m.const('u32', 2)),
          [12] * 4 + [22] * 4)
    m.out('u32', m.op('OpGroupNonUniformBroadcast', 'u32', sub, v,
                      m.const('u32', 3)), [13] * 4 + [23] * 4)
    m.out('u32', m.op('OpSubgroupReadInvocationKHR', 'u32', v,
                      m.const('u32', 1)), [11] * 4 + [21] * 4)
    m.out('u32', m.op('OpGroupNonUniformBroadcastFirst', 'u32', sub, v),
          [10] * 4 + [20] * 4)
    m.out('u32', m.op('OpSubgroupFirstInvocationKHR', 'u32', v),
          [10] * 4 + [20] * 4)
    pair = m.op('OpCompositeConstruct', 'v2_u32', v, v)
    m.out('v2_u32', m.op('OpGroupNonUniformShuffle', 'v2_u32', sub, pair,
                         m.const('u32', 2)), [[12, 12]] * 4 + [[22, 22]] * 4)
    lane = lane_values(m, 'u32', [3, 2, 1, 0, 1, 1, 2, 0])
    m.out('u32', m.op('OpGroupNonUniformShuffle', 'u32', sub, v, lane),
          [13, 12, 11, 10, 21, 21, 22, 20])
    m.out('u32', m.op('OpGroupNonUniformShuffleXor', 'u32', sub, v,
                      m.const('u32', 1)), [11, 10, 13, 12, 21, 20, 23, 22])
    for name, d in (('Up', -1), ('Down', 1)):
        r = m.op('OpGroupNonUniformShuffle' + name, 'u32', sub, v,
                 m.const('u32', 1))
        ok = [0 <= k % 4 + d < 4 for k in range(8)]
        keep = lane_values(m, 'bool', ok)
        r = m.op('OpSelect', 'u32', keep, r, m.const('u32', 0))
        m.out('u32', r, [values[k + d] if ok[k] else 0 for k in range(8)])
    m.out('u32', m.op('OpGroupNonUniformRotateKHR', 'u32', sub, v,
                      m.const('u32', 1)), [11, 12, 13, 10, 21, 22, 23, 20])
    m.out('u32', m.op('OpGroupNonUniformRotateKHR', 'u32', sub, v,
                      m.const('u32', 1), m.const('u32', 2)),
          [11, 10, 13, 12, 21, 20, 23, 22])
    m.out('u32', m.op('OpGroupNonUniformQuadBroadcast', 'u32', sub, v,
                      m.const('u32', 2)), [12] * 4 + [22] * 4)
    for direction, flip in ((0, 1), (1, 2), (2, 3)):
        m.out('u32', m.op('OpGroupNonUniformQuadSwap', 'u32', sub, v,
                          m.const('u32', direction)),
              [values[k ^ flip] for k in range(8)])
    ballots(m, x, halves, sub)
    m.write()


def ballots(m, x, halves, sub):
    words = [sum(b << k for k, b in enumerate(h)) for h in halves]
    m.ty('v4_u32')
    both = [m.op('OpGroupNonUniformBallot', 'v4_u32', sub, x),
            m.op('OpSubgroupBallotKHR', 'v4_u32', x)]
    for b in both:
        m.out('v4_u32', b, [[w, 0, 0, 0] for w in words for _ in range(4)])
    b = both[0]
    m.out('bool', m.op('OpGroupNonUniformInverseBallot', 'bool', sub, b),
          halves[0] + halves[1])
    m.out('bool', m.op('OpGroupNonUniformBallotBitExtract', 'bool', sub, b,
                       m.const('u32', 2)),
          [h[2] for h in halves for _ in range(4)])
    m.out('u32', m.op('OpGroupNonUniformBallotBitCount', 'u32', sub, 'Reduce',
                      b), [sum(h) for h in halves for _ in range(4)])
    m.out('u32', m.op('OpGroupNonUniformBallotBitCount', 'u32', sub,
                      'InclusiveScan', b),
          [sum(h[:k + 1]) for h in halves for k in range(4)])
    m.out('u32', m.op('OpGroupNonUniformBallotBitCount', 'u32', sub,
                      'ExclusiveScan', b),
          [sum(h[:k]) for h in halves for k in range(4)])
    m.out('u32', m.op('OpGroupNonUniformBallotFindLSB', 'u32', sub, b),
          [h.index(1) for h in halves for _ in range(4)])
    m.out('u32', m.op('OpGroupNonUniformBallotFindMSB', 'u32', sub, b),
          [3 - h[::-1].index(1) for h in halves for _ in range(4)])


# -- control flow -----------------------------------------------------------------------------------

def switches():
    m = Module('switches', 'Switches with selectors of every width.')
    for width in (8, 16, 32, 64):
        t = f'u{width}'
        top = 1 << (width - 1)
        cases = {1: 11, 7: 17, top: 33, mask(width): 44}
        for k, x in enumerate((1, 7, top, mask(width), 3)):
            tag = f'{width}_{k}'
            sel = m.value(t, x)
            labels = ' '.join(f'{c} %c{tag}_{r}'
                              for c, r in cases.items())
            m.do('OpSwitch', sel, f'%d{tag}', labels)
            m.ty('u32')
            phi = []
            for c, r in cases.items():
                m.body.append(f'%c{tag}_{r} = OpLabel')
                m.do('OpBranch', f'%e{tag}')
                phi += [m.const('u32', r), f'%c{tag}_{r}']
            m.body.append(f'%d{tag} = OpLabel')
            m.do('OpBranch', f'%e{tag}')
            m.body.append(f'%e{tag} = OpLabel')
            phi += [m.const('u32', 55), f'%d{tag}']
            m.out('u32', m.op('OpPhi', 'u32', *phi), cases.get(x, 55))
    m.write()


def constants():
    """OpSpecConstantOp: the same results without any operand from memory."""
    m = Module('spec_constant_ops', 'OpSpecConstantOp of every kind.')
    n = 0

    def spec(op, t, want, *operands):
        nonlocal n
        n += 1
        m.ty(t)
        m.extra.append(f'%sc{n} = OpSpecConstantOp %{t} {op} ' +
                       ' '.join(str(o) for o in operands))
        if want is not None:
            m.out(t, f'%sc{n}', want)
        return f'%sc{n}'

    rng = random.Random(2)
    for width in (8, 16, 32, 64):
        t = f'u{width}'
        for name, f in BINARY.items():
            a, b = samples(rng, width, 2)
            if 'Shift' in name:
                b %= width
            b = b if b not in (0, mask(width)) else 3
            x, y = m.const(t, a), m.const(t, b)
            spec(name[2:], t, f(a, b, width) & mask(width), x, y)
        for name, f in COMPARE.items():
            a, b = samples(rng, width, 2)
            x, y = m.const(t, a), m.const(t, b)
            spec(name[2:], 'bool', f(a, b, width), x, y)
        a = samples(rng, width, 1)[0]
        x = m.const(t, a)
        spec('SNegate', t, -a & mask(width), x)
        spec('Not', t, ~a & mask(width), x)
    u16 = m.const('u16', 0xFFFE)
    spec('UConvert', 'u32', 0xFFFE, u16)
    spec('SConvert', 'u32', 0xFFFFFFFE, u16)
    spec('Select', 'u16', 0xFFFE, m.const('bool', 'True'), u16,
         m.const('u16', 5))
    f32 = m.const('f32', 1.5)
    spec('FConvert', 'f64', float_bits(1.5, 64), f32)
    spec('FAdd', 'f32', float_bits(3.0, 32), f32, f32)
    spec('ConvertFToS', 'u32', 1, f32)
    spec('Bitcast', 'u32', float_bits(1.5, 32), f32)
    spec('LogicalAnd', 'bool', 0, m.const('bool', 'True'),
         m.const('bool', 'False'))
    m.ty('v2_u32')
    one, two = m.const('u32', 1), m.const('u32', 2)
    m.extra.append(f'%pair = OpSpecConstantComposite %v2_u32 {one} {two}')
    spec('CompositeExtract', 'u32', 2, '%pair', 1)
    r = spec('CompositeInsert', 'v2_u32', None, m.const('u32', 9), '%pair', 0)
    spec('VectorShuffle', 'v2_u32', [2, 9], r, '%pair', 1, 0)
    m.write()


# -- OpenCL.std: memory and choice ------------------------------------------------

def to_half(x, mode):
    """The bits of a half, for values in its normal range."""
    best = float_bits(x, 16)
    near = bits_float(best, 16)
    if mode == 'RTE' or near == x:
        return best
    below, above = (best - 1, best) if abs(near) > abs(x) else (best, best + 1)
    away = {'RTZ': False, 'RTP': x > 0, 'RTN': x < 0}[mode]
    return above if away else below


def opencl_memory():
    m = Module('opencl_memory', 'Vector loads and stores, halves in memory.')
    n = m.const('u32', 64)
    for t in ('u16', 'f16', 'f32', 'f64'):
        m.ty(t)
    arr = m.define('arr', f'OpTypeArray %u16 {n}')
    half = m.ptr('Function', 'f16')
    p16, p32 = m.ptr('Function', 'u16'), m.ptr('Function', 'u32')
    m.body.append(f'%v = OpVariable {m.define("p_arr", f"OpTypePointer Function {arr}")} Function')
    base16 = m.op('OpBitcast', p16, '%v')
    base32, base_half = m.op('OpBitcast', p32, '%v'), m.op('OpBitcast', half, '%v')

    def ext(name, t, *operands):
        return m.op('OpExtInst', t, '%cl', name, *operands)

    def fill(bits):
        for k, b in enumerate(bits):
            q = m.op('OpPtrAccessChain', p16, base16, m.const('u64', k))
            m.do('OpStore', q, m.value('u16', b))

    def halves_at(first, count):
        got = []
        for k in range(count):
            q = m.op('OpPtrAccessChain', p16, base16, m.const('u64', first + k))
            got.append(m.op('OpLoad', 'u16', q))
        return got

    fill([float_bits(k + 0.5, 16) for k in range(64)])
    at = m.value('u64', 2)
    m.out('f32', ext('vload_half', 'f32', at, base_half), float_bits(2.5, 32))
    m.out('f64', ext('vload_half', 'f64', at, base_half), float_bits(2.5, 64))
    for k in (2, 3, 4, 8, 16):
        v = f'v{k}_f32'
        m.out(v, ext('vload_halfn', v, at, base_half, k),
              [float_bits(2 * k + j + .5, 32) for j in range(k)])
        step = 4 if k == 3 else k
        m.out(v, ext('vloada_halfn', v, at, base_half, k),
              [float_bits(2 * step + j + .5, 32) for j in range(k)])
    for k in (2, 3, 4, 8, 16):
        v = f'v{k}_u16'
        one = m.value('u64', 1)
        m.out(v, ext('vloadn', v, one, base16, k),
              [float_bits(k + j + .5, 16) for j in range(k)])
        data = m.value(v, [1000 * k + j for j in range(k)])
        m.body.append(f'%st{k} = OpExtInst %void %cl vstoren {data} {one} '
                      f'{base16}')
        for j, x in enumerate(halves_at(k, k)):
            m.out('u16', x, 1000 * k + j)
        fill([float_bits(j + 0.5, 16) for j in range(2 * k)])
    values = [1 + 2.0 ** -12, -(1 + 2.0 ** -12), 3.0, 1 + 3 * 2.0 ** -11]
    number = 0
    for mode in (None, 'RTE', 'RTZ', 'RTP', 'RTN'):
        suffix, extra = ('_r', [mode]) if mode else ('', [])
        for t in ('f32', 'f64'):
            bits = [float_bits(x, int(t[1:])) for x in values]
            want = [to_half(x, mode or 'RTE') for x in values]
            for name, k in (('vstore_half', 1), ('vstore_halfn', 3),
                            ('vstorea_halfn', 3), ('vstorea_halfn', 4)):
                number += 1
                data = m.value(t, bits[0]) if k == 1 else \
                    m.value(f'v{k}_{t}', bits[:k])
                m.body.append(f'%sh{number} = OpExtInst %void %cl {name}{suffix} '
                              + ' '.join([data, m.value('u64', 3), base_half]
                                         + extra))
                first = 3 * (4 if name[6] == 'a' and k == 3 else k)
                for x, w in zip(halves_at(first, k), want):
                    m.out('u16', x, w)
    choice(m, ext)
    m.write()


def choice(m, ext):
    for n in (2, 3, 4, 8):
        v = f'v{n}_u32'
        places = 4 if n == 3 else n
        a, b = [100 + k for k in range(n)], [200 + k for k in range(n)]
        index = [(5 * k + 1) % places for k in range(4)]
        index = [k if k < n else 0 for k in index]
        m.ty('v4_u32')
        m.out('v4_u32', ext('shuffle', 'v4_u32', m.value(v, a),
                            m.value('v4_u32', index)), [a[k] for k in index])
        far = [index[0], index[1] + places, index[2], index[3] + places]
        far = [k + 4 * places * 8 for k in far] if n != 3 else far
        m.out('v4_u32', ext('shuffle2', 'v4_u32', m.value(v, a), m.value(v, b),
                            m.value('v4_u32', far)),
              [a[index[0]], b[index[1]], a[index[2]], b[index[3]]])
    x, y = 0x12345678, 0x9ABCDEF0
    for c in (0, 1, 0x80000000):
        m.out('u32', ext('select', 'u32', m.value('u32', x), m.value('u32', y),
                         m.value('u32', c)), y if c else x)
        v = m.value('v2_u32', [x, x])
        m.out('v2_u32', ext('select', 'v2_u32', v, m.value('v2_u32', [y, y]),
                            m.value('v2_u32', [c, ~c & mask(32)])),
              [y if c >> 31 else x, x if c >> 31 else y])
    k = 0x0FF0FF00
    m.out('u32', ext('bitselect', 'u32', m.value('u32', x), m.value('u32', y),
                     m.value('u32', k)), (x & ~k | y & k) & mask(32))
    m.out('f32', ext('bitselect', 'f32', m.value('f32', float_bits(1.5, 32)),
                     m.value('f32', float_bits(-1.5, 32)),
                     m.value('f32', 1 << 31)), float_bits(-1.5, 32))
    m.out('u32', ext('u_upsample', 'u32', m.value('u16', 0x8123),
                     m.value('u16', 0xFFEE)), 0x8123FFEE)
    m.out('u64', ext('s_upsample', 'u64', m.value('u32', 0x80000001),
                     m.value('u32', 7)), 0x8000000100000007)


def geometry():
    m = Module('opencl_geometry', 'Geometric functions, exact cases.')
    inf = float('inf')
    for t in ('f16', 'f32', 'f64'):
        w = int(t[1:])
        big = {16: 2.0 ** 14, 32: 2.0 ** 126, 64: 2.0 ** 1022}[w]
        tiny = {16: 2.0 ** -24, 32: 2.0 ** -149, 64: 2.0 ** -1074}[w]

        def bits(xs):
            return [float_bits(x, w) for x in xs]

        def ext(name, result, *vs):
            return m.op('OpExtInst', result, '%cl', name,
                        *[m.value(f'v{len(v)}_{t}', bits(v)) for v in vs])

        for v, want in (([3.0, 4.0], 5.0), ([0.0, -0.0], 0.0),
                        ([2.0, 3.0, 6.0], 7.0), ([1.0, 1.0, 1.0, 1.0], 2.0),
                        ([big, 0.0], big), ([tiny * 3, tiny * 4], tiny * 5),
                        ([big * .75, big], big * 1.25), ([-inf, 1.0], inf)):
            m.out(t, ext('length', t, v), bits([want])[0])
            if want not in (inf,) and 1e-4 < want < 100 or want == 0:
                m.out(t, ext('fast_length', t, v), bits([want])[0])
            m.out(t, ext('distance', t, v, [0.0] * len(v)), bits([want])[0])
        m.out(t, ext('fast_distance', t, [4.0, 6.0], [1.0, 2.0]),
              bits([5.0])[0])
        for v, want in (([3.0, 0.0], [1.0, 0.0]), ([0.0, 0.0], [0.0, 0.0]),
                        ([big, 0.0], [1.0, 0.0]), ([0.0, -tiny], [0.0, -1.0]),
                        ([1.0, inf], [0.0, 1.0]),
                        ([1.0, 1.0, -1.0, 1.0], [.5, .5, -.5, .5])):
            m.out(f'v{len(v)}_{t}', ext('normalize', f'v{len(v)}_{t}', v),
                  bits(want))
        m.out(f'v2_{t}', ext('fast_normalize', f'v2_{t}', [0.0, 2.0]),
              bits([0.0, 1.0]))
        m.out(f'v3_{t}', ext('cross', f'v3_{t}', [1.0, 2.0, 3.0],
                             [4.0, 5.0, 7.0]), bits([-1.0, 5.0, -3.0]))
        m.out(f'v4_{t}', ext('cross', f'v4_{t}', [1.0, 2.0, 3.0, 9.0],
                             [4.0, 5.0, 7.0, 9.0]), bits([-1.0, 5.0, -3.0, 0.0]))
    m.write()


# -- imported builtins -----------------------------------------------------------------

def imports():
    m = Module('imported_builtins', 'Builtins left as imports, by mangled name.')
    declared = {}

    def call(symbol, result, args, kinds):
        key = symbol
        if key not in declared:
            name = f'%import{len(declared)}'
            declared[key] = name
            m.decorate(name, 'LinkageAttributes', f'"{symbol}"', 'Import')
            types = [m.ty(k) if k[0] != '%' else k for k in kinds]
            fn = m.define(f'fn{len(declared)}', 'OpTypeFunction '
                          + ' '.join([m.ty(result)] + types))
            m.declared.append(f'{name} = OpFunction {m.ty(result)} None {fn}')
            m.declared += [f'%ip{len(declared)}_{k} = OpFunctionParameter {t}'
                       for k, t in enumerate(types)]
            m.declared.append('OpFunctionEnd')
        return m.op('OpFunctionCall', result, declared[key], *args)

    def case(symbol, result, want, *args):
        kinds = [a[0] for a in args]
        ids = [m.value(*a) for a in args]
        m.out(result, call(symbol, result, ids, kinds), want)

    def f(x, w=32):
        return float_bits(x, w)

    minus = mask(32)
    for name, s, u in (('max', 5, minus), ('min', minus, 5)):
        case(f'_Z3{name}ii', 'u32', s, ('u32', minus), ('u32', 5))
        case(f'_Z3{name}jj', 'u32', u, ('u32', minus), ('u32', 5))
        case(f'_Z3{name}Dv2_iS_', 'v2_u32', [s, s], ('v2_u32', [minus, 5]),
             ('v2_u32', [5, minus]))
    case('_Z3maxff', 'f32', f(2.5), ('f32', f(-1.0)), ('f32', f(2.5)))
    case('_Z4fminDv2_ff', 'v2_f32', [f(-1.0), f(2.0)],
         ('v2_f32', [f(-1.0), f(3.0)]), ('f32', f(2.0)))
    case('_Z5clampiii', 'u32', 3, ('u32', minus), ('u32', 3), ('u32', 9))
    case('_Z5clampDv2_fff', 'v2_f32', [f(0.0), f(1.0)],
         ('v2_f32', [f(-4.0), f(4.0)]), ('f32', f(0.0)), ('f32', f(1.0)))
    case('_Z3absi', 'u32', 7, ('u32', -7 & minus))
    case('_Z8abs_diffii', 'u32', 12, ('u32', -7 & minus), ('u32', 5))
    case('_Z7add_sathh', 'u8', 255, ('u8', 200), ('u8', 100))
    case('_Z7add_satcc', 'u8', 127, ('u8', 100), ('u8', 100))
    case('_Z4haddjj', 'u32', minus, ('u32', minus), ('u32', minus))
    case('_Z6mul_hiii', 'u32', minus, ('u32', minus), ('u32', 5))
    case('_Z6mul_hijj', 'u32', 4, ('u32', minus), ('u32', 5))
    case('_Z3clzj', 'u32', 28, ('u32', 9))
    case('_Z8popcountj', 'u32', 32, ('u32', minus))
    case('_Z6rotatejj', 'u32', 3, ('u32', 0x80000001), ('u32', 1))
    case('_Z5mad24iii', 'u32', 11, ('u32', minus), ('u32', 4), ('u32', 15))
    case('_Z8upsamplest', 'u32', 0x8000FFFF, ('u16', 0x8000), ('u16', 0xFFFF))
    case('_Z4sqrtf', 'f32', f(3.0), ('f32', f(9.0)))
    case('_Z4fabsDv2_d', 'v2_f64', [f(1.0, 64), f(2.0, 64)],
         ('v2_f64', [f(-1.0, 64), f(2.0, 64)]))
    case('_Z3fmafff', 'f32', f(7.0), ('f32', f(2.0)), ('f32', f(3.0)),
         ('f32', f(1.0)))
    case('_Z5ldexpfi', 'f32', f(12.0), ('f32', f(3.0)), ('u32', 2))
    case('_Z5floorDh', 'f16', f(-2.0, 16), ('f16', f(-1.5, 16)))
    case('_Z3dotDv2_fS_', 'f32', f(11.0), ('v2_f32', [f(1.0), f(2.0)]),
         ('v2_f32', [f(3.0), f(4.0)]))
    case('_Z6lengthDv2_f', 'f32', f(5.0), ('v2_f32', [f(3.0), f(4.0)]))
    case('_Z6selectiii', 'u32', 2, ('u32', 1), ('u32', 2), ('u32', 1))
    case('_Z6selectDv2_iS_S_', 'v2_u32', [1, 2], ('v2_u32', [1, 1]),
         ('v2_u32', [2, 2]), ('v2_u32', [1, minus]))
    case('_Z9bitselectjjj', 'u32', 0x0F, ('u32', 0), ('u32', 255),
         ('u32', 0x0F))
    nan = float('nan')
    case('_Z5isnanf', 'u32', 1, ('f32', f(nan)))
    case('_Z5isnanDv2_f', 'v2_u32', [minus, 0], ('v2_f32', [f(nan), f(1.0)]))
    case('_Z7isequaldd', 'u32', 1, ('f64', f(2.0, 64)), ('f64', f(2.0, 64)))
    case('_Z9isgreaterff', 'u32', 0, ('f32', f(1.0)), ('f32', f(2.0)))
    case('_Z10isnotequalff', 'u32', 1, ('f32', f(nan)), ('f32', f(2.0)))
    case('_Z11isunorderedff', 'u32', 1, ('f32', f(nan)), ('f32', f(2.0)))
    case('_Z7signbitf', 'u32', 1, ('f32', f(-0.0)))
    case('_Z3anyDv2_i', 'u32', 1, ('v2_u32', [1, minus]))
    case('_Z3allDv2_i', 'u32', 0, ('v2_u32', [1, minus]))
    case('_Z7as_uintf', 'u32', f(1.5), ('f32', f(1.5)))
    case('_Z17convert_uchar_sati', 'u8', 0, ('u32', -3 & minus))
    case('_Z17convert_uchar_satj', 'u8', 255, ('u32', minus))
    case('_Z16convert_char_satj', 'u8', 127, ('u32', minus))
    case('_Z15convert_int_rtef', 'u32', 2, ('f32', f(2.5)))
    case('_Z11convert_intf', 'u32', 2, ('f32', f(2.75)))
    case('_Z20convert_uint_sat_rtpf', 'u32', 0, ('f32', f(-1.5)))
    case('_Z14convert_doublel', 'f64', f(-7.0, 64), ('u64', -7 & mask(64)))
    case('_Z14convert_doublem', 'f64', f(7.0, 64), ('u64', 7))
    case('_Z14convert_float2Dv2_i', 'v2_f32', [f(-1.0), f(4.0)],
         ('v2_u32', [minus, 4]))
    case('_Z13convert_shortc', 'u16', 0xFFFF, ('u8', 255))
    case('_Z13convert_shorth', 'u16', 0xFF, ('u8', 255))
    case('_Z12convert_halff', 'f16', f(1.5, 16), ('f32', f(1.5)))
    case('_Z13get_global_idj', 'u64', 0, ('u32', 0))
    case('_Z15get_global_sizej', 'u64', 1, ('u32', 5))
    case('_Z14get_local_sizej', 'u64', 1, ('u32', 0))
    case('_Z7shuffleDv4_jDv2_j', 'v2_u32', [7, 5],
         ('v4_u32', [4, 5, 6, 7]), ('v2_u32', [3, 1]))
    import_memory(m, call, f)
    m.write()


def import_memory(m, call, f):
    p = m.ptr('Function', 'u32')
    four = m.const('u32', 4)
    arr = m.define('arr4', f'OpTypeArray %u32 {four}')
    pa = m.define('p_arr4', f'OpTypePointer Function {arr}')
    m.body.insert(0, f'%cells = OpVariable {pa} Function')
    cell = m.op('OpBitcast', p, '%cells')
    minus = mask(32)

    def set_to(x):
        m.do('OpStore', cell, m.value('u32', x))

    def is_now(x):
        m.out('u32', m.op('OpLoad', 'u32', cell), x)

    for name, kind, x, after in (
            ('add', 'i', 3, 13), ('sub', 'j', 3, 7), ('min', 'i', minus, minus),
            ('min', 'j', minus, 10), ('max', 'i', minus, 10),
            ('max', 'j', minus, minus), ('and', 'i', 6, 2), ('or', 'i', 5, 15),
            ('xor', 'i', 3, 9), ('xchg', 'i', 77, 77)):
        set_to(10)
        for prefix in ('atomic_', 'atom_'):
            set_to(10)
            full = prefix + name
            r = call(f'_Z{len(full)}{full}PU3AS1V{kind}{kind}', 'u32',
                     [cell, m.value('u32', x)], [p, 'u32'])
            m.out('u32', r, 10)
            is_now(after)
    for name, after in (('atomic_inc', 11), ('atom_dec', 9)):
        set_to(10)
        m.out('u32', call(f'_Z{len(name)}{name}PU3AS3Vi', 'u32', [cell], [p]),
              10)
        is_now(after)
    for old, after in ((10, 5), (11, 10)):
        set_to(10)
        m.out('u32', call('_Z14atomic_cmpxchgPU3AS1Viii', 'u32',
                          [cell, m.value('u32', old), m.value('u32', 5)],
                          [p, 'u32', 'u32']), 10)
        is_now(after)
    set_to(10)
    m.out('u32', call('_Z16atomic_fetch_addPU3AS4VU7_Atomicii', 'u32',
                      [cell, m.value('u32', 4)], [p, 'u32']), 10)
    m.out('u32', call('_Z11atomic_loadPU3AS4VU7_Atomici', 'u32', [cell], [p]),
          14)
    call('_Z12atomic_storePU3AS4VU7_Atomicii', 'void',
         [cell, m.value('u32', 3)], [p, 'u32'])
    is_now(3)
    m.body.insert(0, f'%want = OpVariable {p} Function')
    for want, is_same, left in ((3, 1, 3), (4, 0, 8)):
        m.do('OpStore', '%want', m.value('u32', want))
        r = call('_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii',
                 'bool', [cell, '%want', m.value('u32', 8)], [p, p, 'u32'])
        m.out('bool', r, is_same)
        m.out('u32', m.op('OpLoad', 'u32', '%want'), left)
    call('_Z7vstore4Dv4_jmPj', 'void',
         [m.value('v4_u32', [1, 2, 3, 4]), m.value('u64', 0), cell],
         ['v4_u32', 'u64', p])
    m.out('v2_u32', call('_Z6vload2mPKj', 'v2_u32', [m.value('u64', 1), cell],
                         ['u64', p]), [3, 4])
    half = m.ptr('Function', 'f16')
    hcell = m.op('OpBitcast', half, cell)
    call('_Z15vstore_half_rtzfmPDh', 'void',
         [m.value('f32', f(1 + 2.0 ** -11)), m.value('u64', 1), hcell],
         ['f32', 'u64', half])
    m.out('f32', call('_Z10vload_halfmPKDh', 'f32', [m.value('u64', 1), hcell],
                      ['u64', half]), f(1.0))
    m.out('f32', call('_Z5fractfPf', 'f32',
                      [m.value('f32', f(2.75)),
                       m.op('OpBitcast', m.ptr('Function', 'f32'), cell)],
                      ['f32', m.ptr('Function', 'f32')]), f(.75))
    is_now(f(2.0))


# -- what stands around the code ---------------------------------------------------

def declarations():
    """Debug lines, groups of decorations, structured control flow."""
    m = Module('declarations', 'What stands around the code, and hints.',
               caps=['SubgroupDispatch', 'ExpectAssumeKHR',
                     'UntypedPointersKHR'],
               exts=['SPV_KHR_expect_assume', 'SPV_KHR_untyped_pointers',
                     'SPV_GOOGLE_decorate_string',
                     'SPV_KHR_relaxed_extended_instruction'])
    m.debug = ['%file = OpString "a.cl"',
               'OpSourceExtension "cl_khr_fp64"',
               'OpSource OpenCL_C 102000 %file "kernel void k"',
               'OpSourceContinued "() { }"',
               'OpMemberName %pair 1 "second"',
               'OpModuleProcessed "by hand"']
    m.decorations += ['%shared = OpDecorationGroup',
                      'OpGroupDecorate %shared %entry %k',
                      '%packed = OpDecorationGroup',
                      'OpGroupMemberDecorate %packed %pair 0',
                      'OpMemberDecorate %pair 0 Offset 0',
                      'OpMemberDecorate %pair 1 Offset 8',
                      'OpMemberDecorateString %pair 1 UserSemantic "b"',
                      'OpDecorateString %pair UserSemantic "a"',
                      'OpDecorateId %k CounterBuffer %later',
                      'OpDecorate %on SpecId 7', 'OpDecorate %off SpecId 8']
    m.head.append('%opaque = OpTypeOpaque "event_like"')
    m.head.append('OpTypeForwardPointer %p_pair CrossWorkgroup')
    m.head.append('%pair = OpTypeStruct %u64 %p_pair')
    m.head.append('%p_pair = OpTypePointer CrossWorkgroup %pair')
    m.head.append('%p_opaque = OpTypePointer CrossWorkgroup %opaque')
    m.head.append('%on = OpSpecConstantTrue %bool')
    m.head.append('%off = OpSpecConstantFalse %bool')
    m.head.append('%later = OpSpecConstant %u32 3')
    m.head.append('%untyped = OpTypeUntypedPointerKHR CrossWorkgroup')
    one = m.const('u32', 1)
    m.modes.append('LocalSizeHint 1 1 1')
    m.id_modes = f'OpExecutionModeId %k LocalSizeId {one} {one} {one}'
    m.out('bool', '%on', 1)
    m.out('bool', '%off', 0)
    m.do('OpNop')
    m.do('OpLine', '%file', 3, 5)
    pair = m.op('OpBitcast', '%p_pair', '%out')
    m.out('u32', m.op('OpSizeOf', 'u32', pair), 16)
    m.do('OpNoLine')
    five = m.value('u32', 5)
    m.out('u32', m.op('OpExpectKHR', 'u32', five, one), 5)
    m.do('OpAssumeTrueKHR', m.op('OpUGreaterThan', 'bool', five, one))
    u = m.op('OpBitcast', '%untyped', '%out')
    m.do('OpUntypedPrefetchKHR', u, m.const('u64', 8))
    m.out('u32', m.op('OpExtInstWithForwardRefsKHR', 'u32', '%cl', 's_max',
                      five, one), 5)
    # A loop with merge blocks: 5 + 4 + 3, the odd ones twice.
    m.body += ['OpBranch %head', '%head = OpLabel']
    entry = m.body.index('OpBranch %head')
    m.body[entry:entry] = ['OpBranch %before', '%before = OpLabel']
    m.body += [f'%i = OpPhi %u32 {five} %before %next %more',
               f'%sum = OpPhi %u32 {m.const("u32", 0)} %before %total %more',
               'OpLoopMerge %done %more Unroll',
               f'%go = OpUGreaterThan %bool %i {m.const("u32", 2)}',
               'OpBranchConditional %go %work %done',
               '%work = OpLabel', f'%low = OpBitwiseAnd %u32 %i {one}',
               f'%odd = OpIEqual %bool %low {one}',
               'OpSelectionMerge %join DontFlatten',
               'OpBranchConditional %odd %twice %join',
               '%twice = OpLabel', '%double = OpIAdd %u32 %i %i',
               'OpBranch %join', '%join = OpLabel',
               '%step = OpPhi %u32 %i %work %double %twice',
               '%total = OpIAdd %u32 %sum %step', 'OpBranch %more',
               '%more = OpLabel', f'%next = OpISub %u32 %i {one}',
               'OpBranch %head', '%done = OpLabel']
    m.out('u32', '%sum', 20)
    m.write()


# -- vendors' instructions that say no more than core ones ----------------------------

def vendors():
    rng = random.Random(8)
    m = Module('vendor_integers', 'SPV_INTEL_shader_integer_functions2.',
               caps=['IntegerFunctions2INTEL'],
               exts=['SPV_INTEL_shader_integer_functions2'])
    for width in (8, 16, 32, 64):
        t = f'u{width}'
        top = mask(width)

        def zeros(x, places):
            n = 0
            for k in places:
                if x >> k & 1:
                    break
                n += 1
            return n

        both = {
            'OpAbsISubINTEL': lambda a, b: abs(signed(a, width) -
                                               signed(b, width)),
            'OpAbsUSubINTEL': lambda a, b: abs(a - b),
            'OpIAddSatINTEL': lambda a, b: saturate(
                signed(a, width) + signed(b, width), width, True),
            'OpUAddSatINTEL': lambda a, b: saturate(a + b, width, False),
            'OpISubSatINTEL': lambda a, b: saturate(
                signed(a, width) - signed(b, width), width, True),
            'OpUSubSatINTEL': lambda a, b: saturate(a - b, width, False),
            'OpIAverageINTEL': lambda a, b: (signed(a, width) +
                                             signed(b, width)) >> 1,
            'OpUAverageINTEL': lambda a, b: (a + b) >> 1,
            'OpIAverageRoundedINTEL': lambda a, b: (signed(a, width) +
                                                    signed(b, width) + 1) >> 1,
            'OpUAverageRoundedINTEL': lambda a, b: (a + b + 1) >> 1,
        }
        for name, f in both.items():
            for a, b in zip(samples(rng, width, 3), samples(rng, width, 3)):
                m.out(t, m.op(name, t, m.value(t, a), m.value(t, b)),
                      f(a, b) & top)
        for a in samples(rng, width, 3) + [0, 1]:
            m.out(t, m.op('OpUCountLeadingZerosINTEL', t, m.value(t, a)),
                  zeros(a, range(width - 1, -1, -1)))
            m.out(t, m.op('OpUCountTrailingZerosINTEL', t, m.value(t, a)),
                  zeros(a, range(width)))
    m.write()
    m = Module('vendor_groups', 'SPV_INTEL_subgroups, SPV_AMD_shader_ballot.',
               caps=['SubgroupShuffleINTEL', 'SubgroupBufferBlockIOINTEL',
                     'SubgroupDispatch'], items=8,
               exts=['SPV_INTEL_subgroups', 'SPV_AMD_shader_ballot'],
               modes=['SubgroupSize 4'])
    core = ['IAdd', 'FAdd', 'FMin', 'UMin', 'SMin', 'FMax', 'UMax', 'SMax']
    group_math('OpGroup', 3, 4, m, rng,
               ['Reduce', 'InclusiveScan', 'ExclusiveScan'], core,
               'NonUniformAMD')
    a = [rng.getrandbits(32) for _ in range(8)]
    b = [rng.getrandbits(32) for _ in range(8)]
    x, y = lane_values(m, 'u32', a), lane_values(m, 'u32', b)
    pick = [3, 0, 2, 2, 1, 1, 0, 3]
    at = lane_values(m, 'u32', pick)
    m.out('u32', m.op('OpSubgroupShuffleINTEL', 'u32', x, at),
          [a[k // 4 * 4 + pick[k]] for k in range(8)])
    m.out('u32', m.op('OpSubgroupShuffleXorINTEL', 'u32', x, m.const('u32', 3)),
          [a[k ^ 3] for k in range(8)])
    one = m.const('u32', 1)
    m.out('u32', m.op('OpSubgroupShuffleDownINTEL', 'u32', x, y, one),
          [a[k + 1] if k % 4 < 3 else b[k - 3] for k in range(8)])
    m.out('u32', m.op('OpSubgroupShuffleUpINTEL', 'u32', x, y, one),
          [b[k - 1] if k % 4 else a[k + 3] for k in range(8)])
    # Each sub-group writes a row of its own, where the next results go, and
    # reads it back.
    words = m.op('OpBitcast', m.ptr('CrossWorkgroup', 'u32'), '%out')
    place = m.op('OpBitwiseAnd', 'u64', '%self', m.const('u64', 4))
    row = m.op('OpInBoundsPtrAccessChain', m.ptr('CrossWorkgroup', 'u32'),
               words, m.op('OpIAdd', 'u64', place,
                           m.const('u64', m.slots * 16)))
    m.do('OpSubgroupBlockWriteINTEL', row, x)
    m.out('u32', m.op('OpSubgroupBlockReadINTEL', 'u32', row), a)
    m.write()


def bfloat16(bits):
    """Rounded to nearest even; NaNs stay NaNs."""
    upper, lower = bits >> 16, bits & 0xFFFF
    if bits & 0x7FFFFFFF > 0x7F800000:
        return upper | 0x40
    return upper + (lower > 0x8000 or (lower == 0x8000 and upper & 1 == 1))


def replicated(m):
    def parts(t, x, n, *path):
        return [m.op('OpCompositeExtract', t, x, *path, k) for k in range(n)]

    x = m.value('u32', 0x01234567)
    for k in parts('u32', m.op('OpCompositeConstructReplicateEXT', 'v3_u32', x),
                   3):
        m.out('u32', k, 0x01234567)
    four = m.const('u32', 4)
    big = m.const('u32', 100)
    row = m.define('row', f'OpTypeArray {m.ty("u32")} {four}')
    table = m.define('table', f'OpTypeArray {row} {big}')
    two = m.define('two', f'OpTypeStruct {m.ty("v3_u32")} {m.ty("v3_u32")}')
    v = m.op('OpCompositeConstructReplicateEXT', 'v3_u32', x)
    s = m.op('OpCompositeConstructReplicateEXT', two, v)
    m.out('u32', m.op('OpCompositeExtract', 'u32', s, 1, 2), 0x01234567)
    # More than is kept in registers.
    y = m.op('OpCompositeConstructReplicateEXT', row, m.value('u32', 77))
    large = m.op('OpCompositeConstructReplicateEXT', table, y)
    for path in ((0, 0), (99, 3), (50, 1)):
        m.out('u32', m.op('OpCompositeExtract', 'u32', large, *path), 77)
    fixed = m.define('fixed', f'OpConstantCompositeReplicateEXT %row {big}')
    chosen = m.define('chosen',
                      f'OpSpecConstantCompositeReplicateEXT %table {fixed}')
    for path in ((0, 0), (99, 3), (7, 2)):
        m.out('u32', m.op('OpCompositeExtract', 'u32', chosen, *path), 100)
    p = m.ptr('Function', 'u32')
    where = m.define('p_table', f'OpTypePointer Function {table}')
    m.body.append(f'%variable = OpVariable {where} Function {chosen}')
    at = m.op('OpInBoundsAccessChain', p, '%variable', m.const('u32', 98),
              m.value('u32', 3))
    m.out('u32', m.op('OpLoad', 'u32', at), 100)


def newer():
    rng = random.Random(9)
    m = Module('newer_extensions', 'Small extensions of after SPIR-V 1.6.',
               caps=['BFloat16ConversionINTEL', 'ArithmeticFenceEXT', 'FMAKHR',
                     'ReplicatedCompositesEXT', 'SplitBarrierINTEL'],
               items=8,
               exts=['SPV_INTEL_bfloat16_conversion',
                     'SPV_EXT_arithmetic_fence', 'SPV_KHR_fma',
                     'SPV_EXT_replicated_composites',
                     'SPV_INTEL_split_barrier'])
    edges = [0x3F808000, 0x3F818000, 0x3F808001, 0x3F807FFF, 0x7F7FFFFF,
             0x7F800000, 0xFF800000, 0x7F800001, 0xFFC12345, 0x80000000,
             0x00008000, 0x00018000]
    for bits in edges + [rng.getrandbits(32) for _ in range(8)]:
        m.out('u16', m.op('OpConvertFToBF16INTEL', 'u16', m.value('f32', bits)),
              bfloat16(bits))
    pair = [rng.getrandbits(32) for _ in range(2)]
    m.out('v2_u16', m.op('OpConvertFToBF16INTEL', 'v2_u16',
                         m.value('v2_f32', pair)), [bfloat16(x) for x in pair])
    for bits in (0, 0x8000, 0x3F80, 0x7F80, 0xFFC1, 0x0001, 0x4049):
        m.out('f32', m.op('OpConvertBF16ToFINTEL', 'f32', m.value('u16', bits)),
              bits << 16)
    # (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24, of which a product alone keeps 2^-11.
    x = m.value('f32', 0x3F800800)
    m.out('f32', m.op('OpFmaKHR', 'f32', x, x, m.value('f32', 0xBF800000)),
          float_bits(2.0 ** -11 + 2.0 ** -24, 32))
    m.out('f32', m.op('OpArithmeticFenceEXT', 'f32', x), 0x3F800800)
    replicated(m)
    values = [rng.getrandbits(64) for _ in range(8)]
    slot = m.slots
    m.out('u64', lane_values(m, 'u64', values), values)
    group = m.const('u32', 2)
    m.do('OpControlBarrierArriveINTEL', group, group, m.const('u32', 0x204))
    other = m.op('OpBitwiseXor', 'u64', '%self', m.const('u64', 7))
    m.do('OpControlBarrierWaitINTEL', group, group, m.const('u32', 0x202))
    p = m.op('OpInBoundsPtrAccessChain', m.ptr('CrossWorkgroup', 'u64'), '%out',
             m.op('OpIAdd', 'u64', other, m.const('u64', slot * 8)))
    m.out('u64', m.op('OpLoad', 'u64', p, 'Aligned 8'), values[::-1])
    m.write()


BY_HAND = ['alias_scopes.spvasm', 'barrier_scopes.spvasm',
           'bool_casts.spvasm', 'execution_modes.spvasm',
           'group_scopes.spvasm', 'local_initializers.spvasm',
           'module_initializers.spvasm', 'private_variables.spvasm',
           'undefined_constants.spvasm', 'vendor_hints.spvasm']


def main():
    for old in os.listdir(HERE):
        if old.endswith('.spvasm') and old not in BY_HAND:
            os.remove(os.path.join(HERE, old))
    for make in (integers, dot_products, float_tests, float_values, conversions,
                 bit_casts, composites, large_values, memory, untyped, atomics,
                 groups, votes, switches, constants, opencl_memory, geometry,
                 imports, declarations, vendors, newer):
        make()


main()
