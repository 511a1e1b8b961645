import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { translateForStaff } from './translate-for-staff.ts'

const page = { documentElement: { lang: 'en' } }
beforeAll(() => Object.assign(globalThis, { document: page }))
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))

async function translated(lang: string, fault: LyceumError, operation = 'POST /x'): Promise<LyceumError> {
  page.documentElement.lang = lang
  await translateForStaff(fault, operation)
  return fault
}

describe('a refusal in the language of authors and staff', () => {
  test('a code has the text of staff, else that of learners, else the message of the service', async () => {
    const textOf = async (code: string) =>
      (await translated('fr', new LyceumError(code, 'From the service.', { status: 409 }))).message
    expect(await textOf('NO_SUCH_AUTHOR')).toStartWith('Aucun auteur n’a cette adresse')
    // Learners read about their own gems.
    expect(await textOf('INSUFFICIENT_GEMS')).toStartWith('L’utilisateur a moins de gemmes')
    expect(await textOf('COURSE_NOT_FOUND')).toStartWith('Ce cours')
    expect(await textOf('LOGO_MISSING')).toBe('Choisissez d’abord un fichier.')
    expect(await textOf('NEW_CODE')).toBe('From the service.')
  })

  test('the facts of a message stay: in English its words, in other languages its numbers', async () => {
    const said = 'You may promise 500 gems a day.'
    const extra = { left: { xp: 40, gems: 120 }, wanted: { xp: 0, gems: 200 } }
    const fault = () => new LyceumError('DAILY_REWARD_BUDGET_SPENT', said, { status: 403, extra })
    expect((await translated('en', fault())).message).toBe(said)
    expect((await translated('pt', fault())).message).toStartWith(
      'Hoje ainda pode prometer 120 gemas e 40 XP',
    )
  })

  test('a plan of a contest does not send its author to an administrator', async () => {
    const extra = { most: 100, wanted: 150 }
    const textAt = async (operation: string) =>
      (await translated('fr', new LyceumError('REWARD_NEEDS_ADMIN', '', { status: 403, extra }), operation))
        .message
    expect(await textAt('PATCH /admin/courses/{id}')).toContain('administrateur')
    expect(await textAt('POST /admin/contest-plans/{id}/publish')).toBe(
      'Un de vos concours peut promettre 100\u00a0; celui-ci promettrait 150. Baissez ses prix.',
    )
  })

  test('the faults of fields keep the words of the service, besides a text where none fits', async () => {
    const fault = () =>
      new LyceumError('VALIDATION_FAILED', 'Some fields are not valid.', {
        status: 400,
        details: [
          { field: 'title', message: 'must have at least 3 characters' },
          { field: 'slides.0.content', message: 'has LaTeX that does not compile: \\frc' },
        ],
      })
    const texts = ({ details }: LyceumError) => details.map(({ message }) => message)
    expect(texts(await translated('en', fault()))).toEqual(texts(fault()))
    expect(texts(await translated('fr', fault()))).toEqual([
      'Trop court\u00a0: au moins 3 caractères.',
      'Vérifiez ce champ. (\u2068has LaTeX that does not compile: \\frc\u2069)',
    ])
  })

  test('the details of other refusals are kept beside the text', async () => {
    const details = [{ field: 'file', message: 'cue 3 ends before it starts' }]
    const fault = new LyceumError('MEDIUM_UNSUPPORTED', 'Not usable.', { status: 415, details })
    const [detail] = (await translated('sw', fault)).details
    expect(detail!.message).toStartWith('Faili hii haiwezi kutumika.')
    expect(detail!.message).toContain('cue 3 ends before it starts')
  })
})
