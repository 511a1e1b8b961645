import { normalizeText } from '../catalog/public/normalize-text.ts'

/** The words of a career goal, without case and accents: those that the learner wants, and those that follow a negation. */
export interface GoalWords {
  wanted: string[]
  rejected: string[]
}

/** Phrases that contain a negation and reject nothing: a learner who knows nothing of it yet may want it all the more. */
const NEUTRAL = phrases(
  "not only|n't only|not just|why not|no matter|not (?:yet|sure)|no problem",
  '(?:with )?no (?:prior |previous |real )?(?:experience|knowledge|idea|degree|background|skills)(?: (?:in|with|of|about))?',
  "(?:do not|don't|dont) (?:yet )?(?:know|understand)(?: (?:anything|much|a lot|yet))?(?: about)?",
  'less (?:experienced|skilled|familiar)(?: (?:in|with))?',
  'know (?:nothing|little)(?: (?:about|of))?|never (?:used|tried|learned|learnt|studied|done)(?: any)?',
  // "I have" in French is also the name of artificial intelligence.
  "j'(?:en |y )?ai|n'(?:en |y )?ai",
  "sans (?:experience|diplome)|sem (?:experiencia|diploma)|non seulement|nao (?:so|sei nada (?:de|sobre))|ne sais rien (?:de|sur)|je n'y connais rien",
)
/** Phrases that reject what follows. */
const REJECTING = phrases(
  'anything but|everything but|all but|instead of|rather than|other than|(?:sick|tired|bored|enough) of|fed up with|get out of',
  'away from|far from|nothing to do with|allergic to|less|refus(?:e|es|ing) to|quit|quitting|leave|leaving|escape|escaping',
  'used to (?:like|love|enjoy|do|work (?:in|with|on))',
  'au lieu de|plutot que|en vez de|em vez de|badala ya|بدلا من',
  '(?:marre|ras le bol|assez|loin) de|(?:farto|farta|cansado|cansada|chega|longe) de|(?:nimechoka|nimechoshwa|mbali) na',
  'سئمت(?: من)?|بعيدا عن',
)
/** Phrases that reject what precedes them: "crypto is a scam". */
const SCORN = phrases(
  'sucks|stinks|(?:is|are) (?:(?:a|an|just|all|so|too|really|only|such) )*(?:scam|fraud|waste(?: of time)?|nonsense|stupid|awful|terrible|horrible|useless|dull)',
)
/** "I quit crypto to learn data": the first is rejected, the second is wanted. */
const LEAVING = new RegExp(
  `${phrases('quit|quitting|leave|leaving|left|escape|escaping|(?:switch|switching|move|moving|change|changing) from').source} ([^.,;:!?]{1,40}?) (?:for|to|into|towards) `,
  'gu',
)
/** "Crypto? No thanks." */
const ANSWERED_NO = /\?\s*(?:no|nope|nah|never)(?: (?:thanks|thank you|way|please))?(?=\s*(?:[.,!;…]|$))/gu
/** "a non-crypto job" */
const NON = /(?<![\p{L}\p{N}])non[- ](?!fungible|profit|custodial|seulement)([\p{L}\p{N}]+)/gu

const NEGATIONS = new Set(
  [
    'not no never nor neither without except hate hates hated hating dislike dislikes avoid avoiding despise loathe cannot',
    'dont doesnt isnt arent wont cant didnt boring bores',
    'ne pas jamais sans sauf deteste hais eviter ni',
    'nao nunca nem sem odeio detesto exceto evitar',
    'sipendi sitaki nachukia bila isipokuwa sio siyo',
    'لا ليس ليست لست اكره بدون باستثناء',
  ].flatMap((words) => words.split(' ')),
)
/** In Portuguese, "no" means "in the". These words show that a goal is Portuguese. */
const PORTUGUESE = new Set(
  'quero queria trabalhar ser gosto gostaria como uma um com para area setor'.split(' '),
)

/** Words that begin a new thought, so a negation before them ends. */
const CONTRASTS = new Set(
  'but however instead rather although though yet now mais mas porem lakini bali لكن ولكن بل'.split(' '),
)
const CONJUNCTIONS = new Set('and et e na'.split(' '))
/** Words that say what the learner wants. */
const WISHES = new Set(
  [
    'want would wish like love prefer interested hope become learn teach need only just please enjoy more',
    'veux voudrais aime prefere devenir apprendre quero gosto prefiro aprender nataka napenda kujifunza اريد احب افضل',
  ].flatMap((words) => words.split(' ')),
)
/** After a negation and without other words, these show that it rejects what precedes it: "crypto is not for me". */
const FILLERS = new Set(
  [
    'for me my thing cup of tea interesting interested fun thanks thank you way please at all mine it i anymore really',
    "pas moi du tout m'interesse interesse m'interessent para mim me interessa",
  ].flatMap((words) => words.split(' ')),
)

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}']*(?:-[\p{L}\p{N}']+)*|[.,;:!?()\n–—…،؛؟]/gu
const COMMAS = new Set([',', '،'])

interface Clause {
  words: string[]
  /** A negation continues after a comma: "no crypto, finance or trading". */
  followsComma: boolean
}

/** Separates what a goal asks for from what it rejects. */
export function readGoal(goal: string): GoalWords {
  const wanted: string[] = []
  const rejected: string[] = []
  let isNegated = false
  for (const { words, followsComma } of clausesOf(goal)) {
    if (!followsComma || words.some((word) => WISHES.has(word))) isNegated = false
    const isPortuguese = words.some((word) => PORTUGUESE.has(word))
    const at = words.findIndex((word) => isNegation(word, isPortuguese))
    if (at === -1) {
      ;(isNegated ? rejected : wanted).push(...words)
      continue
    }
    const before = words.slice(0, at)
    const after = words.slice(at + 1).filter((word) => !isNegation(word, isPortuguese))
    const rejectsWhatPrecedes = before.length > 0 && after.every((word) => FILLERS.has(word))
    ;(isNegated || rejectsWhatPrecedes ? rejected : wanted).push(...before)
    rejected.push(...after)
    isNegated = !rejectsWhatPrecedes
  }
  return { wanted: withSpellings(wanted), rejected: withSpellings(rejected) }
}

function clausesOf(goal: string): Clause[] {
  const text = normalizeText(goal)
    .replace(/[’ʼ`]/g, "'")
    .replace(NEUTRAL, ' ')
    .replace(ANSWERED_NO, ' not thanks')
    .replace(LEAVING, ' not $1 but ')
    .replace(NON, ' not $1 but ')
    .replace(SCORN, ' not ')
    .replace(REJECTING, ' not ')
  const clauses: Clause[] = [{ words: [], followsComma: false }]
  const tokens = text.match(TOKEN) ?? []
  for (const [index, token] of tokens.entries()) {
    const isBreak = !/[\p{L}\p{N}]/u.test(token) || CONTRASTS.has(token) || beginsWish(tokens, index)
    if (isBreak) clauses.push({ words: [], followsComma: COMMAS.has(token) })
    else clauses.at(-1)!.words.push(token)
  }
  return clauses
}

/** "I hate crypto and want to learn SQL": a wish follows the conjunction. */
function beginsWish(tokens: string[], index: number): boolean {
  return (
    CONJUNCTIONS.has(tokens[index]!) && tokens.slice(index + 1, index + 4).some((token) => WISHES.has(token))
  )
}

function isNegation(word: string, isPortuguese: boolean): boolean {
  if (word === 'no') return !isPortuguese
  return NEGATIONS.has(word) || word.endsWith("n't") || word.startsWith("n'")
}

/** "front-end" is also "frontend", and also "front" and "end". */
function withSpellings(words: string[]): string[] {
  return words.flatMap((word) => {
    const plain = word.replace(/'s?$/, '').replaceAll("'", ' ')
    const parts = plain.split(/[- ]/)
    return parts.length === 1 ? parts : [plain.replaceAll(/[- ]/g, ''), ...parts]
  })
}

function phrases(...alternatives: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
}
