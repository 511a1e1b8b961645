import { commonErrors, type FieldError } from '../../../platform/errors.ts'
import type { z } from '../../../platform/zod.ts'
import { type Answer, AnswerSchema, findAnswerErrors, selectedOptionField } from './answer.ts'
import type { QuestionContent } from './question-content.ts'

/** The answer in a request: `selectedOption` to a SINGLE_CHOICE question, `answer` to any other. */
export interface AnswerRequest {
  selectedOption?: number | undefined
  answer?: Answer | undefined
}

export const answerRequestFields = {
  selectedOption: selectedOptionField.optional(),
  answer: AnswerSchema.optional().openapi({ description: 'For a question that is not SINGLE_CHOICE' }),
}

/** For `superRefine`: a request has one of both fields. */
export function checkAnswerRequest(
  request: { [Field in keyof AnswerRequest]: AnswerRequest[Field] | null },
  context: z.RefinementCtx,
): void {
  const count = Number(request.selectedOption !== undefined) + Number(request.answer !== undefined)
  if (count === 1) return
  const message = count === 0 ? 'is required, unless the request has an answer' : 'excludes answer'
  context.addIssue({ code: 'custom', path: ['selectedOption'], message })
}

export function toAnswer({ selectedOption, answer }: AnswerRequest): Answer {
  return answer ?? { selectedOption }
}

/** Reports what makes an answer impossible to grade, with the fields of the request. */
export function findRequestErrors(content: QuestionContent, request: AnswerRequest): FieldError[] {
  return findAnswerErrors(content, toAnswer(request)).map(({ field, message }) => ({
    field: request.answer ? `answer.${field}` : field,
    message,
  }))
}

/** Refuses one field of a request that the schema accepts. */
export function refuseField(field: string, message: string) {
  return commonErrors.validation_failed({ details: [{ field, message }] })
}
