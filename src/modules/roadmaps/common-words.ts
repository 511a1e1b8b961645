/** Stems of words that occur in any goal. They are ignored, except in a term that the goal contains as a whole. */
export const IGNORED_STEMS = stems(
  'abl becom best big build career chang compani day famous find get goal good great help hire hope i improv job know learn',
  'like love make money month need new one peopl person play profession realli rich someon start thing time tri use',
  'want way work world would year',
)

/**
 * Stems of words that mean something else in most other professions: a civil engineer, an event manager, a security
 * guard. Alone they do not show that a goal fits.
 */
export const AMBIGUOUS_STEMS = stems(
  'access agent analyst analyt app architect art assist audit auditor back basic beginn block book busi care centr chain chanc',
  'chart clean cloud code consensus consult contract control count cours creat creativ critic custom decis deploy design',
  'develop digit director driver econom engin entri essenti event expert finish first foundat freelanc front full game general',
  'guard handl incid industri interest introduct key languag lead level literaci machin maintain manag market mobil model',
  'modell number offic open oper oracl owner page paper pattern phone plain plan privaci process product program project',
  'prompt protocol reader record report research respons respond review safe safeti save scienc scientist secur sell server',
  'servic share signatur skill smart specialist stack step store student studi system teach team technic technolog test think',
  'threat tool trade train transact visual worker write writer',
)

/** Stems of words that add nothing to a term: "machine learning" is all of "machine learning basics". */
export const LEVEL_STEMS = stems('basic essenti foundat advanc engin develop specialist expert')

function stems(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
