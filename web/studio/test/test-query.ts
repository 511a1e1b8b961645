import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey } from '../../ui/api/use-api.ts'
import { useVersionedForm, type VersionedForm } from '../frame/use-versioned-form.ts'
import { reloadQuestions } from '../questions/question-query.ts'
import { isSameTest, type TestFields, testFieldsOf, testPatchOf } from './test-fields.ts'

const PAGE = 100

const testKey = (id: string) => apiKey('GET /admin/courses/{id}/test', { path: { id } })

export function storeTest(test: Api.EditedCourseTest): void {
  queryClient.setQueryData(testKey(test.id), { success: true, data: test })
}

export const cachedTest = (id: string): Api.EditedCourseTest | undefined =>
  queryClient.getQueryData<{ data: Api.EditedCourseTest }>(testKey(id))?.data

export const reloadTest = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: testKey(id) })

/** All questions of the pool that are not archived. The key is that of the lists of questions, which edits reload. */
export const usePool = (courseId: string) =>
  useQuery({
    queryKey: ['GET /admin/questions', 'pool', courseId],
    queryFn: () => loadPool(courseId),
    staleTime: 0,
  })

async function loadPool(courseId: string): Promise<Api.EditedQuestion[]> {
  const questions: Api.EditedQuestion[] = []
  for (let page = 1; ; page++) {
    const query = { use: 'TEST' as const, courseId, page, limit: PAGE }
    const { data, meta } = await lyceum.call('GET /admin/questions', { query })
    questions.push(...data)
    if (data.length === 0 || page * PAGE >= meta.total)
      return questions.filter(({ status }) => status !== 'ARCHIVED')
  }
}

/** Publishes all drafts and changes of the pool. */
export async function publishPool(courseId: string): Promise<void> {
  const { data } = await lyceum.call('POST /admin/courses/{id}/test/publish', { path: { id: courseId } })
  await reloadQuestions()
  storeTest(data)
}

export type TestForm = VersionedForm<TestFields>

/** The form of the rules. They apply to attempts that start after they are saved. */
export function useTestForm(test: Api.EditedCourseTest): TestForm {
  return useVersionedForm(test, {
    kind: 'test',
    fieldsOf: testFieldsOf,
    isSame: isSameTest,
    send: async (fields, to) => {
      const { data } = await lyceum.call('PATCH /admin/courses/{id}/test', {
        path: { id: test.id },
        headers: { 'if-match': `"${to.version}"` },
        body: testPatchOf(fields, to.fields),
      })
      return data
    },
    onSaved: storeTest,
  })
}
