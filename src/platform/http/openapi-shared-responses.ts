interface Responses {
  [status: string]: { $ref?: string; 'x-refusals'?: { code: string }[] }
}
interface DocumentWithResponses {
  paths?: Record<string, Record<string, { responses?: Responses }>>
  components?: object
}

/**
 * Moves each response without a success to `components/responses` if several operations have it. Most refusals are
 * equal in every operation, and would be three quarters of the document.
 */
export function shareResponses(document: object): object {
  const { paths = {}, components = {} } = document as DocumentWithResponses
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const uses = operations.flatMap(({ responses = {} }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 300)
      .map(([status, response]) => ({ responses, status, response })),
  )
  const shared: Responses = {}
  for (const group of Map.groupBy(uses, ({ response }) => JSON.stringify(response)).values()) {
    if (group.length === 1) continue
    const name = unusedName(responseName(group[0]!), shared)
    shared[name] = group[0]!.response
    for (const { responses, status } of group) responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return { ...document, components: { ...components, responses: shared } }
}

/** `UnauthenticatedOrTokenExpired`, after the codes of the response. */
function responseName({ response }: { response: Responses[string] }): string {
  const codes = response['x-refusals']?.map(({ code }) => code) ?? ['NOT_MODIFIED']
  return codes.map(inPascalCase).join('Or')
}

function inPascalCase(code: string): string {
  return code.replace(
    /_?([A-Z0-9])([A-Z0-9]*)/g,
    (_, first: string, rest: string) => first + rest.toLowerCase(),
  )
}

/** Some modules have their own message for a common code, so that two responses have the same codes. */
function unusedName(name: string, used: object): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}${number}`
    if (!(candidate in used)) return candidate
  }
}
