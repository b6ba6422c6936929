// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The gac authors
// OpenMM's OpenCL platform: energies, forces and a few steps of molecules, as its
// reference platform, which is plain C++, has them.
#include <OpenMM.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace OpenMM;

static const int N = 216;
static int wrong;

// Particles near the points of a grid, in a periodic box.
static std::vector<Vec3> make_box(System &system)
{
    std::mt19937 engine(7);
    std::vector<Vec3> positions;
    auto near = [&](int at) { return 0.4 * (at + engine() % 10000 * 3e-5); };
    system.setDefaultPeriodicBoxVectors(Vec3(2.4, 0, 0), Vec3(0, 2.4, 0),
                                        Vec3(0, 0, 2.4));
    for (int i = 0; i < N; i++) {
        system.addParticle(16 + 0.01 * (i % 7));
        double x = near(i % 6), y = near(i / 6 % 6);
        positions.push_back(Vec3(x, y, near(i / 36)));
    }
    return positions;
}

static Force *charges(NonbondedForce::NonbondedMethod method)
{
    NonbondedForce *f = new NonbondedForce;
    for (int i = 0; i < N; i++)
        f->addParticle(i % 2 ? 0.4 : -0.4, 0.25, 0.6);
    for (int i = 0; i + 1 < N; i += 2)
        f->addException(i, i + 1, 0, 1, 0);
    f->setNonbondedMethod(method);
    f->setCutoffDistance(1);
    return f;
}

static void add_bonds(System &system)
{
    HarmonicBondForce *bonds = new HarmonicBondForce;
    HarmonicAngleForce *angles = new HarmonicAngleForce;
    PeriodicTorsionForce *torsions = new PeriodicTorsionForce;
    RBTorsionForce *others = new RBTorsionForce;
    for (int i = 0; i + 3 < N; i++) {
        bonds->addBond(i, i + 1, 0.35, 1000);
        angles->addAngle(i, i + 1, i + 2, 1.9, 200);
        torsions->addTorsion(i, i + 1, i + 2, i + 3, 2, 0.5, 10);
        others->addTorsion(i, i + 1, i + 2, i + 3, .1, .2, .3, .4, .5, .6);
    }
    system.addForce(bonds);
    system.addForce(angles);
    system.addForce(torsions);
    system.addForce(others);
}

// Kernels that OpenMM makes of expressions.
static void add_expressions(System &system)
{
    CustomNonbondedForce *pairs = new CustomNonbondedForce(
        "a1*a2*exp(-r*r)/r+step(r-0.5)*sin(r)");
    CustomBondForce *bonds = new CustomBondForce("k*(r-0.4)^4");
    CustomExternalForce *field = new CustomExternalForce("x^2+2*cos(y)*z");
    CustomManyParticleForce *triples = new CustomManyParticleForce(
        3, "exp(-(distance(p1,p2)+distance(p2,p3)+distance(p1,p3)))");
    pairs->addPerParticleParameter("a");
    pairs->setNonbondedMethod(CustomNonbondedForce::CutoffPeriodic);
    pairs->setCutoffDistance(0.9);
    bonds->addPerBondParameter("k");
    triples->setNonbondedMethod(CustomManyParticleForce::CutoffPeriodic);
    triples->setCutoffDistance(0.55);
    for (int i = 0; i < N; i++) {
        pairs->addParticle({0.1 * (i % 5)});
        field->addParticle(i, {});
        triples->addParticle({}, 0);
        if (i)
            bonds->addBond(i - 1, i, {100.0 + i});
    }
    system.addForce(pairs);
    system.addForce(bonds);
    system.addForce(field);
    system.addForce(triples);
}

static void add_born(System &system)
{
    GBSAOBCForce *solvent = new GBSAOBCForce;
    CustomGBForce *custom = new CustomGBForce;
    custom->addPerParticleParameter("q");
    custom->addPerParticleParameter("radius");
    custom->addComputedValue("I", "0.5*exp(-r)*radius2",
                             CustomGBForce::ParticlePairNoExclusions);
    custom->addComputedValue("B", "1/(1/radius+I)", CustomGBForce::SingleParticle);
    custom->addEnergyTerm("-q^2/B", CustomGBForce::SingleParticle);
    custom->addEnergyTerm("q1*q2/sqrt(r^2+B1*B2)",
                          CustomGBForce::ParticlePairNoExclusions);
    for (int i = 0; i < N; i++) {
        solvent->addParticle(i % 2 ? 0.3 : -0.3, 0.15, 0.8);
        custom->addParticle({i % 2 ? 0.3 : -0.3, 0.2});
    }
    system.addForce(solvent);
    system.addForce(custom);
}

static double difference(const std::vector<Vec3> &a, const std::vector<Vec3> &b)
{
    double sum = 0, all = 0;
    for (int i = 0; i < N; i++) {
        Vec3 d = a[i] - b[i];
        sum += d.dot(d);
        all += a[i].dot(a[i]);
    }
    return std::sqrt(sum / all);
}

static bool agree(System &system, const std::vector<Vec3> &positions,
                  const std::string &precision)
{
    VerletIntegrator steps(0.001), device_steps(0.001);
    std::map<std::string, std::string> properties;
    properties["OpenCLPrecision"] = precision;
    Context reference(system, steps, Platform::getPlatformByName("Reference"));
    Context device(system, device_steps, Platform::getPlatformByName("OpenCL"),
                   properties);
    reference.setPositions(positions);
    device.setPositions(positions);
    int what = State::Forces | State::Energy | State::Positions;
    State a = reference.getState(what), b = device.getState(what);
    bool fine = difference(a.getForces(), b.getForces()) < 1e-5
                && std::fabs(a.getPotentialEnergy() / b.getPotentialEnergy() - 1)
                       < 2e-5;
    steps.step(20);
    device_steps.step(20);
    a = reference.getState(what);
    b = device.getState(what);
    return fine && difference(a.getPositions(), b.getPositions()) < 1e-5;
}

int main(int argc, char **argv)
{
    Platform::loadPluginLibrary(argv[argc - 1]);
    const char *names[] = {"no cutoff", "cutoff", "Ewald sums", "PME",
                           "bonds",     "expressions", "Born radii"};
    for (int k = 0; k < 7; k++)
        for (const char *precision : {"single", "double"}) {
            System system;
            std::vector<Vec3> positions = make_box(system);
            if (k < 4)
                system.addForce(charges(
                    (NonbondedForce::NonbondedMethod[]){
                        NonbondedForce::NoCutoff, NonbondedForce::CutoffPeriodic,
                        NonbondedForce::Ewald, NonbondedForce::PME}[k]));
            k == 4 ? add_bonds(system) : k == 5 ? add_expressions(system)
                : k == 6 ? add_born(system) : void();
            bool right = false;
            try {
                right = agree(system, positions, precision);
            } catch (const std::exception &error) {
                std::printf("%s\n", error.what());
            }
            std::printf("%s, %s: %s\n", names[k], precision,
                        right ? "right" : "wrong");
            std::fflush(stdout);
            wrong += !right;
        }
    return wrong != 0;
}
