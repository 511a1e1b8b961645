import { type CodeSlide, isRunnableLanguage } from '../../catalog/public/slide.ts'

interface RunnableError {
  field: 'runnable' | 'setup' | 'expectedOutput'
  message: string
}

/** Only JavaScript and SQL can run, and only SQL needs tables. */
export function findRunnableErrors({
  language,
  runnable = false,
  setup,
  expectedOutput,
}: Omit<CodeSlide, 'type' | 'title' | 'content'>): RunnableError[] {
  const errors: RunnableError[] = []
  if (runnable && !isRunnableLanguage(language))
    errors.push({ field: 'runnable', message: 'only code in javascript, js or sql can run' })
  if (setup !== undefined && !(runnable && language.toLowerCase() === 'sql'))
    errors.push({ field: 'setup', message: 'only runnable SQL has a setup' })
  if (expectedOutput !== undefined && !runnable)
    errors.push({ field: 'expectedOutput', message: 'only runnable code has an expected output' })
  return errors
}
