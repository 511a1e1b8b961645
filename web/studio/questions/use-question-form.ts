import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useVersionedForm, type VersionedForm } from '../frame/use-versioned-form.ts'
import { type BankFields, bankFieldsOf, isSame, patchOf, withOneSentence } from './bank-fields.ts'
import { storeQuestion } from './question-query.ts'

/** The form of a stored question. */
export function useQuestionForm(
  question: Api.EditedQuestion,
  onSaved: () => void,
): VersionedForm<BankFields> {
  return useVersionedForm(question, {
    kind: 'question',
    fieldsOf: bankFieldsOf,
    isSame,
    send: (fields, to) =>
      withOneSentence(async () => {
        const { data } = await lyceum.call('PATCH /admin/questions/{id}', {
          path: { id: question.id },
          headers: { 'if-match': `"${to.version}"` },
          body: patchOf(fields, to.fields),
        })
        return data
      }),
    onSaved: (saved) => {
      storeQuestion(saved)
      onSaved()
    },
  })
}
