// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// ViennaCL on an OpenCL device: what it computes there is compared with what it
// computes on the host, or with a loop.
#define VIENNACL_WITH_OPENCL
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/coordinate_matrix.hpp>
#include <viennacl/ell_matrix.hpp>
#include <viennacl/fft.hpp>
#include <viennacl/hyb_matrix.hpp>
#include <viennacl/linalg/bicgstab.hpp>
#include <viennacl/linalg/direct_solve.hpp>
#include <viennacl/linalg/gmres.hpp>
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/jacobi_precond.hpp>
#include <viennacl/linalg/lu.hpp>
#include <viennacl/linalg/maxmin.hpp>
#include <viennacl/linalg/norm_1.hpp>
#include <viennacl/linalg/norm_2.hpp>
#include <viennacl/linalg/norm_inf.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/linalg/sum.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/matrix_proxy.hpp>
#include <viennacl/scalar.hpp>
#include <viennacl/sliced_ell_matrix.hpp>
#include <viennacl/vector.hpp>
#include <viennacl/vector_proxy.hpp>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace vcl = viennacl;

static int wrong;
static std::string type;

static void tell(const char *what, double difference, double most)
{
    bool right = difference <= most;
    wrong += !right;
    std::printf("%s, %s: ", what, type.c_str());
    right ? std::printf("right\n") : std::printf("off by %g\n", difference);
}

template <class T> static T number(size_t k)
{
    return T(std::sin(1.0 + double(k) * 1.7));
}

template <class T> static std::vector<T> numbers(size_t n, size_t first = 0)
{
    std::vector<T> v(n);
    for (size_t k = 0; k < n; k++)
        v[k] = number<T>(first + k);
    return v;
}

template <class T, class V>
static double difference(const std::vector<T> &wanted, const V &on_device)
{
    std::vector<T> got(wanted.size());
    vcl::copy(on_device.begin(), on_device.end(), got.begin());
    double most = 0;
    for (size_t k = 0; k < got.size(); k++)
        most = std::fmax(most, std::fabs(double(got[k]) - double(wanted[k])));
    return std::isnan(most) ? 1e30 : most;
}

template <class T> static vcl::vector<T> on_device(const std::vector<T> &v)
{
    vcl::vector<T> x(v.size());
    vcl::copy(v, x);
    return x;
}

template <class T> static void vectors(double eps)
{
    const size_t n = 10007;
    std::vector<T> a = numbers<T>(n), b = numbers<T>(n, 5), c(n);
    vcl::vector<T> x = on_device(a), y = on_device(b), z(n);
    double dot = 0, one = 0, two = 0, inf = 0, sum = 0;
    size_t largest = 0;
    for (size_t k = 0; k < n; k++) {
        dot += double(a[k]) * b[k];
        one += std::fabs(a[k]);
        two += double(a[k]) * a[k];
        sum += a[k];
        inf = std::fmax(inf, std::fabs(a[k]));
        if (std::fabs(a[k]) > std::fabs(a[largest]))
            largest = k;
    }
    z = T(2.5) * x - y / T(4);
    for (size_t k = 0; k < n; k++)
        c[k] = T(2.5) * a[k] - b[k] / T(4);
    tell("a x - b y", difference(c, z), 4 * eps);
    z = vcl::linalg::element_prod(x, y) + vcl::linalg::element_exp(x);
    for (size_t k = 0; k < n; k++)
        c[k] = a[k] * b[k] + std::exp(a[k]);
    tell("elements' products and powers", difference(c, z), 16 * eps);
    tell("inner product",
         std::fabs(double(T(vcl::linalg::inner_prod(x, y))) - dot),
         64 * eps * one);
    tell("norm 1", std::fabs(double(T(vcl::linalg::norm_1(x))) - one),
         64 * eps * one);
    tell("norm 2", std::fabs(double(T(vcl::linalg::norm_2(x))) - std::sqrt(two)),
         64 * eps * std::sqrt(two));
    tell("norm inf", std::fabs(double(T(vcl::linalg::norm_inf(x))) - inf), 0);
    tell("sum", std::fabs(double(T(vcl::linalg::sum(x))) - sum),
         64 * eps * one);
    tell("index of the largest",
         std::fabs(double(vcl::linalg::index_norm_inf(x)) - double(largest)), 0);
    vcl::slice odd(1, 2, n / 2);
    vcl::vector_slice<vcl::vector<T>> part(x, odd);
    part *= T(3);
    for (size_t k = 0; k < n; k++)
        c[k] = k % 2 && k / 2 < n / 2 ? T(3) * a[k] : a[k];
    tell("every other one", difference(c, x), 4 * eps);
    vcl::linalg::plane_rotation(x, y, T(0.6), T(0.8));
    for (size_t k = 0; k < n; k++)
        c[k] = T(0.6) * c[k] + T(0.8) * b[k];
    tell("rotation", difference(c, x), 8 * eps);
}

template <class T, class Layout> static void matrices(double eps)
{
    const size_t m = 67, n = 130, p = 45;
    std::vector<std::vector<T>> a(m, std::vector<T>(n)), b(n, std::vector<T>(p)),
        got(m, std::vector<T>(p));
    for (size_t i = 0; i < m; i++)
        a[i] = numbers<T>(n, i * n);
    for (size_t i = 0; i < n; i++)
        b[i] = numbers<T>(p, i * p + 3);
    vcl::matrix<T, Layout> x(m, n), y(n, p), z(m, p);
    vcl::copy(a, x);
    vcl::copy(b, y);
    z = vcl::linalg::prod(x, y);
    vcl::copy(z, got);
    double most = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < p; k++) {
            double sum = 0;
            for (size_t j = 0; j < n; j++)
                sum += double(a[i][j]) * b[j][k];
            most = std::fmax(most, std::fabs(sum - double(got[i][k])));
        }
    tell("matrix by matrix", most, 4 * n * eps);
    std::vector<T> v = numbers<T>(n), w(m);
    vcl::vector<T> s = on_device(v), t(m), u(n);
    t = vcl::linalg::prod(x, s);
    for (size_t i = 0; i < m; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += double(a[i][j]) * v[j];
        w[i] = T(sum);
    }
    tell("matrix by vector", difference(w, t), 4 * n * eps);
    u = vcl::linalg::prod(vcl::trans(x), t);
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < m; i++)
            sum += double(a[i][j]) * w[i];
        v[j] = T(sum);
    }
    tell("its transpose by vector", difference(v, u), 100 * n * eps);
    // A square that is solved: 4 more on its diagonal make it a good one.
    const size_t q = 64;
    std::vector<std::vector<T>> square(q, std::vector<T>(q));
    std::vector<T> solution = numbers<T>(q, 9), right(q);
    for (size_t i = 0; i < q; i++) {
        square[i] = numbers<T>(q, i * q);
        square[i][i] += T(q);
        double sum = 0;
        for (size_t j = 0; j < q; j++)
            sum += double(square[i][j]) * solution[j];
        right[i] = T(sum);
    }
    vcl::matrix<T, Layout> lu(q, q);
    vcl::copy(square, lu);
    vcl::vector<T> r = on_device(right);
    vcl::linalg::lu_factorize(lu);
    vcl::linalg::lu_substitute(lu, r);
    tell("LU", difference(solution, r), 100 * eps);
}

// -x'' on a line, and a little more.
template <class T> static std::vector<std::map<unsigned, T>> line(size_t n)
{
    std::vector<std::map<unsigned, T>> a(n);
    for (size_t i = 0; i < n; i++) {
        a[i][unsigned(i)] = T(2.5);
        if (i)
            a[i][unsigned(i - 1)] = T(-1);
        if (i + 1 < n)
            a[i][unsigned(i + 1)] = T(-1);
        if (i % 50 == 7)
            for (size_t k = 0; k < 40; k++)
                a[i][unsigned((i + 3 * k) % n)] += T(0.01);
    }
    return a;
}

template <class T> static std::vector<T>
by_loop(const std::vector<std::map<unsigned, T>> &a, const std::vector<T> &v)
{
    std::vector<T> w(v.size());
    for (size_t i = 0; i < v.size(); i++) {
        double sum = 0;
        for (const auto &entry : a[i])
            sum += double(entry.second) * v[entry.first];
        w[i] = T(sum);
    }
    return w;
}

template <class Matrix, class T> static void
sparse(const char *name, const std::vector<std::map<unsigned, T>> &a, double eps)
{
    std::vector<T> v = numbers<T>(a.size()), w = by_loop(a, v);
    Matrix m;
    vcl::copy(a, m);
    vcl::vector<T> x = on_device(v), y(a.size());
    y = vcl::linalg::prod(m, x);
    tell(name, difference(w, y), 32 * eps);
}

template <class T> static void sparse_matrices(double eps)
{
    const size_t n = 1500;
    std::vector<std::map<unsigned, T>> a = line<T>(n);
    sparse<vcl::compressed_matrix<T>>("CSR by vector", a, eps);
    sparse<vcl::coordinate_matrix<T>>("COO by vector", a, eps);
    sparse<vcl::ell_matrix<T>>("ELL by vector", a, eps);
    sparse<vcl::hyb_matrix<T>>("HYB by vector", a, eps);
    sparse<vcl::sliced_ell_matrix<T>>("sliced ELL by vector", a, eps);
    std::vector<T> wanted = numbers<T>(n, 2), right = by_loop(a, wanted);
    vcl::compressed_matrix<T> m(n, n);
    vcl::copy(a, m);
    vcl::vector<T> b = on_device(right), x(n);
    vcl::linalg::bicgstab_tag bicgstab(10 * eps, 300);
    x = vcl::linalg::solve(m, b, bicgstab);
    tell("BiCGStab", difference(wanted, x), 2000 * eps);
    vcl::linalg::gmres_tag gmres(10 * eps, 300, 30);
    x = vcl::linalg::solve(m, b, gmres);
    tell("GMRES", difference(wanted, x), 2000 * eps);
    vcl::linalg::jacobi_precond<vcl::compressed_matrix<T>> jacobi(
        m, vcl::linalg::jacobi_tag());
    x = vcl::linalg::solve(m, b, bicgstab, jacobi);
    tell("BiCGStab after Jacobi", difference(wanted, x), 2000 * eps);
}

template <class T> static void sparse_products(double eps)
{
    const size_t n = 300;
    std::vector<std::map<unsigned, T>> a = line<T>(n);
    std::vector<T> v = numbers<T>(n, 2);
    vcl::compressed_matrix<T> m(n, n), square;
    vcl::copy(a, m);
    square = vcl::linalg::prod(m, m);
    vcl::vector<T> x = on_device(v), y(n);
    y = vcl::linalg::prod(square, x);
    tell("CSR by CSR", difference(by_loop(a, by_loop(a, v)), y), 200 * eps);
}

template <class T> static void transforms(double eps)
{
    for (size_t n : {256, 360, 97}) {
        std::vector<T> v = numbers<T>(2 * n), wanted(2 * n);
        for (size_t k = 0; k < n; k++) {
            double re = 0, im = 0;
            for (size_t j = 0; j < n; j++) {
                double angle = -2 * M_PI * double(j * k % n) / double(n);
                re += v[2 * j] * std::cos(angle) - v[2 * j + 1] * std::sin(angle);
                im += v[2 * j] * std::sin(angle) + v[2 * j + 1] * std::cos(angle);
            }
            wanted[2 * k] = T(re);
            wanted[2 * k + 1] = T(im);
        }
        vcl::vector<T> x = on_device(v), y(2 * n);
        vcl::fft(x, y);
        tell(("FFT of " + std::to_string(n)).c_str(), difference(wanted, y),
             400 * double(n) * eps);
    }
}

template <class T> static void all(const char *name, double eps)
{
    type = name;
    vectors<T>(eps);
    matrices<T, vcl::row_major>(eps);
    matrices<T, vcl::column_major>(eps);
    sparse_matrices<T>(eps);
    transforms<T>(eps);
    std::fflush(stdout);
}

int main()
{
    all<float>("float", 1.2e-7);
    all<double>("double", 2.3e-16);
    type = "float"; // PoCL 3.1 crashes in it
    sparse_products<float>(1.2e-7);
    type = "double";
    sparse_products<double>(2.3e-16);
    return wrong != 0;
}
