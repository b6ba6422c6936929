// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// Boost.Compute's algorithms on an OpenCL device, compared with the standard
// library's, or with a loop.
#include <boost/compute/algorithm.hpp>
#include <boost/compute/algorithm/find_end.hpp>
#include <boost/compute/algorithm/mismatch.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/functional.hpp>
#include <boost/compute/iterator.hpp>
#include <boost/compute/lambda.hpp>
#include <boost/compute/random.hpp>
#include <boost/compute/system.hpp>
#include <boost/compute/types.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace bc = boost::compute;
namespace lambda = boost::compute::lambda;

static int wrong;
static std::string size;

static void tell(const char *what, bool right)
{
    wrong += !right;
    std::printf("%s of %s: %s\n", what, size.c_str(), right ? "right" : "wrong");
    std::fflush(stdout);
}

template <class T>
static bool same(const std::vector<T> &wanted, const bc::vector<T> &device)
{
    std::vector<T> got(device.size());
    bc::copy(device.begin(), device.end(), got.begin());
    return got == wanted;
}

static std::vector<int> numbers(size_t n, int most)
{
    std::mt19937 engine(unsigned(n) + unsigned(most));
    std::vector<int> v(n);
    for (int &one : v)
        one = int(engine() % unsigned(2 * most)) - most;
    return v;
}

static bc::vector<int> on_device(const std::vector<int> &v)
{
    return bc::vector<int>(v.begin(), v.end());
}

BOOST_COMPUTE_FUNCTION(bool, is_odd, (int x), { return x & 1; });
BOOST_COMPUTE_FUNCTION(int, mix, (int x, int y), { return 3 * x ^ y; });

static void sorts(size_t n)
{
    std::vector<int> v = numbers(n, 1 << 20), w = numbers(n, 50);
    bc::vector<int> x = on_device(v);
    bc::sort(x.begin(), x.end());
    std::sort(v.begin(), v.end());
    tell("sort", same(v, x));
    bc::sort(x.begin(), x.end(), bc::greater<int>());
    std::sort(v.begin(), v.end(), std::greater<int>());
    tell("sort, descending", same(v, x));
    std::vector<float> f(n);
    for (size_t k = 0; k < n; k++)
        f[k] = std::sin(float(k)) * 100;
    bc::vector<float> y(f.begin(), f.end());
    bc::sort(y.begin(), y.end());
    std::sort(f.begin(), f.end());
    tell("sort of floats", same(f, y));
    bc::vector<int> keys = on_device(w), values(n);
    bc::iota(values.begin(), values.end(), 0);
    bc::sort_by_key(keys.begin(), keys.end(), values.begin());
    std::vector<std::pair<int, int>> pairs(n);
    for (size_t k = 0; k < n; k++)
        pairs[k] = {w[k], int(k)};
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](auto &a, auto &b) { return a.first < b.first; });
    std::vector<int> sorted(n), order(n), got(n);
    for (size_t k = 0; k < n; k++) {
        sorted[k] = pairs[k].first;
        order[k] = pairs[k].second;
    }
    bool right = same(sorted, keys);
    bc::copy(values.begin(), values.end(), got.begin());
    for (size_t k = 0; k < n; k++)
        right = right && w[size_t(got[k])] == sorted[k];
    tell("sort by key", right);
    bc::vector<int> z = on_device(w);
    bc::stable_sort(z.begin(), z.end());
    std::stable_sort(w.begin(), w.end());
    tell("stable sort", same(w, z) && bc::is_sorted(z.begin(), z.end()));
}

static void scans(size_t n)
{
    std::vector<int> v = numbers(n, 1000), w(n);
    bc::vector<int> x = on_device(v), y(n);
    bc::inclusive_scan(x.begin(), x.end(), y.begin());
    std::partial_sum(v.begin(), v.end(), w.begin());
    tell("inclusive scan", same(w, y));
    bc::exclusive_scan(x.begin(), x.end(), y.begin());
    for (size_t k = n; --k;)
        w[k] = w[k - 1];
    w[0] = 0;
    tell("exclusive scan", same(w, y));
    bc::inclusive_scan(x.begin(), x.end(), y.begin(), bc::max<int>());
    std::partial_sum(v.begin(), v.end(), w.begin(),
                     [](int a, int b) { return std::max(a, b); });
    tell("scan of the largest", same(w, y));
    int sum = 0;
    bc::reduce(x.begin(), x.end(), &sum, bc::plus<int>());
    tell("reduce", sum == std::accumulate(v.begin(), v.end(), 0));
    tell("accumulate", bc::accumulate(x.begin(), x.end(), 5)
                           == std::accumulate(v.begin(), v.end(), 5));
    auto extremes = bc::minmax_element(x.begin(), x.end());
    tell("extremes", extremes.first.read(bc::system::default_queue())
                             == *std::min_element(v.begin(), v.end())
                         && extremes.second.read(bc::system::default_queue())
                                == *std::max_element(v.begin(), v.end()));
    tell("count", size_t(bc::count_if(x.begin(), x.end(), is_odd))
                      == size_t(std::count_if(v.begin(), v.end(),
                                              [](int a) { return a & 1; })));
    tell("inner product",
         bc::inner_product(x.begin(), x.end(), x.begin(), 0)
             == std::inner_product(v.begin(), v.end(), v.begin(), 0));
    bc::adjacent_difference(x.begin(), x.end(), y.begin());
    std::adjacent_difference(v.begin(), v.end(), w.begin());
    tell("differences", same(w, y));
}

static void moves(size_t n)
{
    std::vector<int> v = numbers(n, 9), w(n), u;
    bc::vector<int> x = on_device(v), y(n), z(n);
    auto end = bc::copy_if(x.begin(), x.end(), y.begin(), is_odd);
    std::copy_if(v.begin(), v.end(), std::back_inserter(u),
                 [](int a) { return a & 1; });
    y.resize(size_t(end - y.begin()));
    tell("copy of some", same(u, y));
    end = bc::unique(x.begin(), x.end());
    x.resize(size_t(end - x.begin()));
    u = v;
    u.erase(std::unique(u.begin(), u.end()), u.end());
    tell("unique", same(u, x));
    x = on_device(v);
    end = bc::remove(x.begin(), x.end(), 3);
    x.resize(size_t(end - x.begin()));
    u = v;
    u.erase(std::remove(u.begin(), u.end(), 3), u.end());
    tell("remove", same(u, x));
    x = on_device(v);
    bc::stable_partition(x.begin(), x.end(), is_odd);
    u = v;
    std::stable_partition(u.begin(), u.end(), [](int a) { return a & 1; });
    tell("partition", same(u, x));
    x = on_device(v);
    bc::reverse(x.begin(), x.end());
    u = v;
    std::reverse(u.begin(), u.end());
    tell("reverse", same(u, x));
    bc::rotate(x.begin(), x.begin() + long(n / 3), x.end());
    std::rotate(u.begin(), u.begin() + long(n / 3), u.end());
    tell("rotate", same(u, x));
    bc::vector<int> map(n);
    std::vector<int> places(n);
    for (size_t k = 0; k < n; k++)
        places[k] = int((k * 7919 + 13) % n);
    bc::copy(places.begin(), places.end(), map.begin());
    bc::gather(map.begin(), map.end(), x.begin(), z.begin());
    for (size_t k = 0; k < n; k++)
        w[k] = u[size_t(places[k])];
    tell("gather", same(w, z));
    y.resize(n);
    bc::transform(x.begin(), x.end(), z.begin(), y.begin(), mix);
    for (size_t k = 0; k < n; k++)
        w[k] = (3 * u[k]) ^ w[k];
    tell("transform", same(w, y));
    using lambda::_1;
    bc::transform(x.begin(), x.end(), y.begin(), _1 * _1 - 4);
    for (size_t k = 0; k < n; k++)
        w[k] = u[k] * u[k] - 4;
    tell("transform by a lambda", same(w, y));
    auto found = bc::find(x.begin(), x.end(), u[n / 2]);
    tell("find", size_t(found - x.begin())
                     == size_t(std::find(u.begin(), u.end(), u[n / 2]) - u.begin()));
}

static void sets(size_t n)
{
    std::vector<int> v = numbers(n, int(n)), w = numbers(n + 1, int(n)), u;
    std::sort(v.begin(), v.end());
    std::sort(w.begin(), w.end());
    bc::vector<int> x = on_device(v), y = on_device(w), z(2 * n + 1);
    bc::merge(x.begin(), x.end(), y.begin(), y.end(), z.begin());
    u.resize(2 * n + 1);
    std::merge(v.begin(), v.end(), w.begin(), w.end(), u.begin());
    tell("merge", same(u, z));
    auto end = bc::set_union(x.begin(), x.end(), y.begin(), y.end(), z.begin());
    z.resize(size_t(end - z.begin()));
    u.clear();
    std::set_union(v.begin(), v.end(), w.begin(), w.end(), std::back_inserter(u));
    tell("union", same(u, z));
    z.resize(2 * n + 1);
    end = bc::set_intersection(x.begin(), x.end(), y.begin(), y.end(), z.begin());
    z.resize(size_t(end - z.begin()));
    u.clear();
    std::set_intersection(v.begin(), v.end(), w.begin(), w.end(),
                          std::back_inserter(u));
    tell("intersection", same(u, z));
    z.resize(2 * n + 1);
    end = bc::set_difference(x.begin(), x.end(), y.begin(), y.end(), z.begin());
    z.resize(size_t(end - z.begin()));
    u.clear();
    std::set_difference(v.begin(), v.end(), w.begin(), w.end(),
                        std::back_inserter(u));
    tell("difference of sets", same(u, z));
    auto low = bc::lower_bound(x.begin(), x.end(), v[n / 3]);
    tell("lower bound", size_t(low - x.begin())
                            == size_t(std::lower_bound(v.begin(), v.end(), v[n / 3])
                                      - v.begin()));
    bc::vector<int> keys(n), sums(n), ones(n, 1);
    std::vector<int> groups(n), group_sums;
    for (size_t k = 0; k < n; k++)
        groups[k] = int(k / 37);
    for (size_t k = 0; k < n; k += 37)
        group_sums.push_back(int(std::min(n - k, size_t(37))));
    x = on_device(groups);
    auto ends = bc::reduce_by_key(x.begin(), x.end(), ones.begin(), keys.begin(),
                                  sums.begin());
    sums.resize(size_t(ends.second - sums.begin()));
    tell("reduce by key", same(group_sums, sums));
}

static void randoms(size_t n)
{
    bc::command_queue queue = bc::system::default_queue();
    bc::vector<bc::uint_> x(n);
    std::vector<unsigned> wanted(n);
    bc::mersenne_twister_engine<bc::uint_> engine(queue, 42);
    std::mt19937 same_engine(42);
    engine.generate(x.begin(), x.end(), queue);
    for (unsigned &one : wanted)
        one = unsigned(same_engine());
    tell("Mersenne twister", same(wanted, x));
}

int main()
{
    for (size_t n : {10, 257, 5000, 70001}) {
        size = std::to_string(n);
        sorts(n);
        scans(n);
        moves(n);
        sets(n);
        randoms(n);
    }
    return wrong != 0;
}
