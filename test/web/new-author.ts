import type { TestUser } from '../harness/api-client.ts'
import type { TestService } from '../harness/service.ts'

export interface Author {
  user: TestUser
  api: (route: string, body?: unknown) => ReturnType<TestService['call']>
}

/** An author without content. */
export async function newAuthor(service: TestService): Promise<Author> {
  const user = await service.register()
  await service.test.database.query`update user_account set role = 'CREATOR' where id = ${user.id}`
  const { email, password } = user
  const { body } = await service.call('POST /auth/login', { body: { email, password } })
  const token: string = body.data.accessToken
  return {
    user,
    api: (route, sent) => service.call(route, { token, ...(sent === undefined ? {} : { body: sent }) }),
  }
}
