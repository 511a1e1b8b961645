import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { translateRefusal } from './translate-refusal.ts'

const page = { documentElement: { lang: 'en' } }
beforeAll(() => Object.assign(globalThis, { document: page }))
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))

async function translated(lang: string, fault: LyceumError, operation = 'POST /x'): Promise<LyceumError> {
  page.documentElement.lang = lang
  await translateRefusal(fault, operation)
  return fault
}

describe('a refusal in the language of the learner', () => {
  test('a known code has a text, and an unknown one keeps the message of the service', async () => {
    const known = new LyceumError('INSUFFICIENT_GEMS', 'You do not have enough gems.', { status: 402 })
    expect((await translated('sw', known)).message).toStartWith('Huna vito vya kutosha')
    const unknown = new LyceumError('NEW_CODE', 'Something new.', { status: 409 })
    expect((await translated('sw', unknown)).message).toBe('Something new.')
  })

  test('the wait is in seconds, minutes or hours', async () => {
    const after = async (seconds: number | undefined, lang = 'en') =>
      (
        await translated(
          lang,
          new LyceumError('RATE_LIMITED', 'Wait.', { status: 429, retryAfterSeconds: seconds }),
        )
      ).message
    expect(await after(0.4)).toEndWith('in 1 second.')
    expect(await after(41)).toEndWith('in 41 seconds.')
    expect(await after(200)).toEndWith('in 4 minutes.')
    expect(await after(80_000)).toEndWith('in 23 hours.')
    expect(await after(41, 'fr')).toEndWith('dans 41\u00a0secondes.')
    expect(await after(undefined)).toBe('Wait.')
  })

  test('a daily limit that the service names is in the text beside the wait', async () => {
    const refusal = () =>
      new LyceumError('RATE_LIMITED', 'You can submit 10 times a day. Use the feedback that you have.', {
        status: 429,
        retryAfterSeconds: 80_000,
      })
    expect((await translated('en', refusal())).message).toBe(
      'You can do this 10 times a day. Try again in 23 hours.',
    )
    expect((await translated('ar', refusal())).message).toStartWith('يمكنك فعل هذا 10 مرات في اليوم.')
  })

  test('the faults of fields have texts with their limits; others are vague in other languages only', async () => {
    const fault = () =>
      new LyceumError('VALIDATION_FAILED', 'Some fields are not valid.', {
        status: 400,
        details: [
          { field: 'username', message: 'must have at least 3 characters' },
          { field: 'email', message: 'must be an e-mail address' },
          { field: 'fiatAmount', message: 'KES has 2 decimals' },
        ],
      })
    const texts = ({ details }: LyceumError) => details.map(({ message }) => message)
    expect(texts(await translated('en', fault()))).toEqual([
      'Too short: at least 3 characters.',
      'Please check this e-mail address.',
      'KES has 2 decimals',
    ])
    expect(texts(await translated('pt', fault()))).toEqual([
      'Demasiado curto: pelo menos 3 caracteres.',
      'Verifique este endereço de e-mail.',
      'Verifique este campo.',
    ])
  })

  test('the code of a closed room is not that of a mail', async () => {
    const textFor = async (operation: string) =>
      (await translated('en', new LyceumError('CODE_EXPIRED', '', { status: 410 }), operation)).message
    expect(await textFor('POST /quiz-battles/rooms/{roomCode}/join')).toContain('room is closed')
    expect(await textFor('POST /auth/otp/login')).toContain('code has expired')
  })

  test('a text has the facts beside the code, and without them the message of the service stays', async () => {
    const bound = (extra: Record<string, unknown>) =>
      new LyceumError('CERTIFICATE_NAME_BOUND', 'Another name.', { status: 409, extra })
    const { message } = await translated('fr', bound({ studentName: 'Ada L.' }))
    expect(message).toStartWith('Vos certificats portent le nom Ada L.')
    expect((await translated('fr', bound({}))).message).toBe('Another name.')
  })
})
