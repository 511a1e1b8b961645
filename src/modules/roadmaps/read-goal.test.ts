import { expect, test } from 'bun:test'
import { readGoal } from './read-goal.ts'

const GOALS: [goal: string, wanted: string[], rejected: string[]][] = [
  ['I hate crypto', [], ['crypto']],
  ['not interested in finance, but web', ['web'], ['finance']],
  ['I don’t like crypto, finance or trading', [], ['crypto', 'finance', 'trading']],
  ['I hate crypto, I want to learn SQL', ['sql'], ['crypto']],
  ['I hate crypto and want to learn SQL', ['sql'], ['crypto']],
  ['anything but blockchain', [], ['blockchain']],
  ['web development instead of crypto', ['web'], ['crypto']],
  ['web design rather than finance', ['web'], ['finance']],
  ['Crypto is not for me. Data science.', ['data'], ['crypto']],
  ["finance isn't my thing, web developer please", ['web'], ['finance']],
  ['web developer without crypto', ['web'], ['crypto']],
  ['Je déteste la crypto, je veux devenir développeur web', ['web'], ['crypto']],
  ['La finance ne m’intéresse pas', [], ['finance']],
  ['Não gosto de finanças, mas quero aprender web', ['web'], ['financas']],
  ['Quero trabalhar no desenvolvimento web', ['web'], []],
  ['Sipendi crypto lakini nataka web', ['web'], ['crypto']],
  ['أكره crypto ولكن أريد web', ['web'], ['crypto']],
  ['keep me away from bitcoin', [], ['bitcoin']],
  ['stay away from finance, I want HTML', ['html'], ['finance']],
  ['I am allergic to crypto', [], ['crypto']],
  ['I have had enough of crypto', [], ['crypto']],
  ['I refuse to work with blockchain', [], ['blockchain']],
  ['I quit crypto to learn data', ['data'], ['crypto']],
  ['leaving crypto for web development', ['web'], ['crypto']],
  ['switch from finance to web development', ['web'], ['finance']],
  ['I used to work in finance, now web', ['web'], ['finance']],
  ['nothing to do with crypto please', [], ['crypto']],
  ['less finance, more web', ['web'], ['finance']],
  ['non-crypto web developer', ['web'], ['crypto']],
  ['Crypto? No thanks. Web.', ['web'], ['crypto']],
  ['crypto sucks', [], ['crypto']],
  ['crypto is a scam, teach me web design', ['web'], ['crypto']],
  ['finance is boring. Data!', ['data'], ['finance']],
  ['J’en ai marre de la crypto, je veux apprendre le web', ['web'], ['crypto']],
  ['Estou farto de finanças, quero web', ['web'], ['financas']],
  ['Nimechoka na crypto, nataka web', ['web'], ['crypto']],
  ['not only crypto but also web', ['crypto', 'web'], []],
  ['I have no experience with blockchain', ['blockchain'], []],
  ["I don't know anything about crypto yet", ['crypto'], []],
  ['I have never coded and want to become a web developer', ['web'], ['coded']],
  ['I left school to learn crypto', ['crypto'], ['school']],
  ['Can I learn crypto? No idea yet.', ['crypto'], []],
  ['less experienced in web, but I like it', ['web'], []],
  ['collect non-fungible tokens', ['tokens'], []],
  ['front-end developer', ['frontend', 'front', 'end'], []],
]

test.each(GOALS)('the goal %j asks for %j and rejects %j', (goal, wanted, rejected) => {
  const found = readGoal(goal)
  expect(found.wanted).toEqual(expect.arrayContaining(wanted))
  expect(found.rejected).toEqual(expect.arrayContaining(rejected))
  for (const word of wanted) expect(found.rejected).not.toContain(word)
  for (const word of rejected) expect(found.wanted).not.toContain(word)
})
