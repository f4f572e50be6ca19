#include <nonholo/verification/bibliography.hpp>

#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment.hpp>
#include <nonholo/verification/locate.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace nonholo {

const Catalogue<BibliographyEntry>& bibliography() {
  // clang-format off
  static const Catalogue<BibliographyEntry> entries("reference", {
      {"nonholo", R"(@software{nonholo,
  author = {{The nonholo authors}},
  title = {nonholo: integrators for nonholonomic mechanics},
  version = {)" NONHOLO_VERSION R"(}
})"},
      {"ahnert2011", R"(@inproceedings{ahnert2011,
  author = {Ahnert, Karsten and Mulansky, Mario},
  title = {Odeint -- Solving Ordinary Differential Equations in {C++}},
  booktitle = {AIP Conference Proceedings},
  volume = {1389},
  pages = {1586--1589},
  year = {2011}
})"},
      {"butcher1964", R"(@article{butcher1964,
  author = {Butcher, John C.},
  title = {Implicit {Runge--Kutta} Processes},
  journal = {Mathematics of Computation},
  volume = {18},
  pages = {50--64},
  year = {1964}
})"},
      {"celledoni2016", R"(@article{celledoni2016,
  author = {Celledoni, Elena and Farr\'e Puiggal\'i, Marta and H{\o}iseth, Eirik Hoel and Mart\'in de Diego, David},
  title = {Energy-Preserving Integrators Applied to Nonholonomic Systems},
  journal = {arXiv preprint},
  year = {2016}
})"},
      {"chipman1971", R"(@article{chipman1971,
  author = {Chipman, F. H.},
  title = {{A}-Stable {Runge--Kutta} Processes},
  journal = {BIT},
  volume = {11},
  pages = {384--388},
  year = {1971}
})"},
      {"cohen2011", R"(@article{cohen2011,
  author = {Cohen, David and Hairer, Ernst},
  title = {Linear Energy-Preserving Integrators for {Poisson} Systems},
  journal = {BIT Numerical Mathematics},
  volume = {51},
  pages = {91--101},
  year = {2011}
})"},
      {"cortes2001", R"(@article{cortes2001,
  author = {Cort\'es, Jorge and Mart\'inez, Sonia},
  title = {Non-Holonomic Integrators},
  journal = {Nonlinearity},
  volume = {14},
  pages = {1365--1392},
  year = {2001}
})"},
      {"dormand1980", R"(@article{dormand1980,
  author = {Dormand, J. R. and Prince, P. J.},
  title = {A Family of Embedded {Runge--Kutta} Formulae},
  journal = {Journal of Computational and Applied Mathematics},
  volume = {6},
  pages = {19--26},
  year = {1980}
})"},
      {"ehle1969", R"(@techreport{ehle1969,
  author = {Ehle, Byron L.},
  title = {On {Pad\'e} Approximations to the Exponential Function and {A}-Stable Methods for the Numerical Solution of Initial Value Problems},
  institution = {University of Waterloo},
  number = {CSRR 2010},
  year = {1969}
})"},
      {"fehlberg1968", R"(@techreport{fehlberg1968,
  author = {Fehlberg, Erwin},
  title = {Classical Fifth-, Sixth-, Seventh-, and Eighth-Order {Runge--Kutta} Formulas with Stepsize Control},
  institution = {NASA},
  number = {TR R-287},
  year = {1968}
})"},
      {"ferraro2009", R"(@article{ferraro2009,
  author = {Ferraro, Sebasti\'an and Iglesias, David and Mart\'in de Diego, David},
  title = {Numerical and Geometric Aspects of the Nonholonomic {SHAKE} and {RATTLE} Methods},
  journal = {Discrete and Continuous Dynamical Systems, Supplement},
  pages = {220--229},
  year = {2009}
})"},
      {"hairer1989", R"(@book{hairer1989,
  author = {Hairer, Ernst and Lubich, Christian and Roche, Michel},
  title = {The Numerical Solution of Differential-Algebraic Systems by {Runge--Kutta} Methods},
  series = {Lecture Notes in Mathematics},
  volume = {1409},
  publisher = {Springer},
  year = {1989}
})"},
      {"hairer2006", R"(@book{hairer2006,
  author = {Hairer, Ernst and Lubich, Christian and Wanner, Gerhard},
  title = {Geometric Numerical Integration},
  edition = {Second},
  series = {Springer Series in Computational Mathematics},
  volume = {31},
  publisher = {Springer},
  year = {2006}
})"},
      {"hilden2009", R"(@mastersthesis{hilden2009,
  author = {Hilden, Sindre Kristensen},
  title = {Numerical Methods for Nonholonomic Mechanics},
  school = {Norwegian University of Science and Technology},
  year = {2009}
})"},
      {"hindmarsh2005", R"(@article{hindmarsh2005,
  author = {Hindmarsh, Alan C. and Brown, Peter N. and Grant, Keith E. and Lee, Steven L. and Serban, Radu and Shumaker, Dan E. and Woodward, Carol S.},
  title = {{SUNDIALS}: Suite of Nonlinear and Differential/Algebraic Equation Solvers},
  journal = {ACM Transactions on Mathematical Software},
  volume = {31},
  pages = {363--396},
  year = {2005}
})"},
      {"jay1996", R"(@article{jay1996,
  author = {Jay, Laurent O.},
  title = {Symplectic Partitioned {Runge--Kutta} Methods for Constrained {Hamiltonian} Systems},
  journal = {SIAM Journal on Numerical Analysis},
  volume = {33},
  pages = {368--387},
  year = {1996}
})"},
      {"jay2000", R"(@article{jay2000,
  author = {Jay, Laurent O.},
  title = {Inexact Simplified {Newton} Iterations for Implicit {Runge--Kutta} Methods},
  journal = {SIAM Journal on Numerical Analysis},
  volume = {38},
  pages = {1369--1388},
  year = {2000}
})"},
      {"jay2003", R"(@article{jay2003,
  author = {Jay, Laurent O.},
  title = {Solution of Index 2 Implicit Differential-Algebraic Equations by {Lobatto} {Runge--Kutta} Methods},
  journal = {BIT Numerical Mathematics},
  volume = {43},
  pages = {93--106},
  year = {2003}
})"},
      {"jay2006", R"(@article{jay2006,
  author = {Jay, Laurent O.},
  title = {Specialized {Runge--Kutta} Methods for Index 2 Differential-Algebraic Equations},
  journal = {Mathematics of Computation},
  volume = {75},
  pages = {641--654},
  year = {2006}
})"},
      {"jay2009", R"(@article{jay2009,
  author = {Jay, Laurent O.},
  title = {{Lagrange--d'Alembert} {SPARK} Integrators for Nonholonomic {Lagrangian} Systems},
  year = {2009}
})"},
      {"jimenez2014", R"(@misc{jimenez2014,
  author = {Jim\'enez, Fernando and Scheurle, J\"urgen},
  title = {On the Discretization of Nonholonomic Dynamics in {$R^n$}},
  howpublished = {Slides, Institut Henri Poincar\'e, Paris},
  year = {2014}
})"},
      {"kahan1997", R"(@article{kahan1997,
  author = {Kahan, William and Li, Ren-Cang},
  title = {Composition Constants for Raising the Orders of Unconventional Schemes for Ordinary Differential Equations},
  journal = {Mathematics of Computation},
  volume = {66},
  pages = {1089--1099},
  year = {1997}
})"},
      {"kuntzmann1961", R"(@article{kuntzmann1961,
  author = {Kuntzmann, Jean},
  title = {Neuere Entwicklungen der Methode von {Runge} und {Kutta}},
  journal = {Zeitschrift f\"ur Angewandte Mathematik und Mechanik},
  volume = {41},
  pages = {T28--T31},
  year = {1961}
})"},
      {"mclachlan2006", R"(@article{mclachlan2006,
  author = {McLachlan, Robert and Perlmutter, Matthew},
  title = {Integrators for Nonholonomic Mechanical Systems},
  journal = {Journal of Nonlinear Science},
  volume = {16},
  pages = {283--328},
  year = {2006}
})"},
      {"strang1968", R"(@article{strang1968,
  author = {Strang, Gilbert},
  title = {On the Construction and Comparison of Difference Schemes},
  journal = {SIAM Journal on Numerical Analysis},
  volume = {5},
  pages = {506--517},
  year = {1968}
})"},
      {"suzuki1990", R"(@article{suzuki1990,
  author = {Suzuki, Masuo},
  title = {Fractal Decomposition of Exponential Operators with Applications to Many-Body Theories and {Monte Carlo} Simulations},
  journal = {Physics Letters A},
  volume = {146},
  pages = {319--323},
  year = {1990}
})"},
      {"yoshida1990", R"(@article{yoshida1990,
  author = {Yoshida, Haruo},
  title = {Construction of Higher Order Symplectic Integrators},
  journal = {Physics Letters A},
  volume = {150},
  pages = {262--268},
  year = {1990}
})"},
  });
  // clang-format on
  return entries;
}

namespace {

/// Keys in the order in which they were first used.
class Used {
 public:
  void add(std::string_view key) {
    if (std::ranges::find(keys_, key) == keys_.end()) keys_.emplace_back(key);
  }
  void add(const std::vector<std::string_view>& keys) {
    for (const std::string_view key : keys) add(key);
  }

  /// False when the name is nothing in a catalogue.
  bool add_named(const std::string& name) {
    const std::size_t before = found_;
    if (const auto* problem = problem_catalogue().find(name)) add_entry(*problem);
    if (const auto* method = method_catalogue().find(name)) add_entry(*method);
    if (const auto* tableau = tableau_catalogue().find(name)) add_entry(*tableau);
    for (const SolverEntry& solver : solvers())
      if (solver.name == name) add_entry(solver);
    if (const auto* entry = bibliography().find(name)) {
      add(entry->name);
      ++found_;
    }
    return found_ > before;
  }

  const std::vector<std::string_view>& keys() const { return keys_; }

 private:
  template <class Entry> void add_entry(const Entry& entry) {
    add(entry.references);
    ++found_;
  }

  std::vector<std::string_view> keys_ = {"nonholo"};
  std::size_t found_ = 0;
};

void add_experiment(Used& used, const FoundExperiment& found) {
  const Experiment experiment = read_experiment(found.file, found.name);
  used.add(experiment.problem->references);
  for (const RunSpec& run : experiment.runs) {
    used.add(run.method->references);
    for (const char* key : {"tableau", "solver"})
      if (run.options.has(key)) used.add_named(run.options.text(key));
  }
}

/// False when the file is no results.json of ours.
bool add_results(Used& used, const std::filesystem::path& file) {
  std::ifstream in(file);
  const auto document = nlohmann::json::parse(in, nullptr, false);
  if (!document.is_object() || !document.contains("experiments")) return false;
  for (const auto& experiment : document["experiments"]) {
    used.add_named(experiment.value("problem", ""));
    for (const auto& run : experiment.value("runs", nlohmann::json::array()))
      for (const char* key : {"method", "tableau", "solver"})
        if (run.contains(key) && run[key].is_string()) used.add_named(run[key]);
  }
  return true;
}

std::vector<std::string_view> every_name() {
  std::vector<std::string_view> all = problem_catalogue().names();
  for (const auto& names : {method_catalogue().names(), tableau_catalogue().names(), bibliography().names()})
    all.insert(all.end(), names.begin(), names.end());
  return all;
}

}  // namespace

std::string cite(const std::vector<std::string>& names, const std::vector<std::filesystem::path>& folders) {
  Used used;
  for (const std::string& name : names) {
    if (used.add_named(name) || (name.ends_with(".json") && add_results(used, name))) continue;
    std::vector<FoundExperiment> found;
    try {
      found = locate(name, folders);
    } catch (const InputError&) {
      throw InputError("NAME", unknown_name_message("name", name, every_name()));
    }
    for (const FoundExperiment& experiment : found) add_experiment(used, experiment);
  }
  std::string text;
  for (const std::string_view key : used.keys()) text += std::string(bibliography().at(key).bibtex) + "\n\n";
  return text;
}

}  // namespace nonholo
