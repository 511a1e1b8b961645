import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

// Adds `.openapi()` to schemas. It must run before a schema is created, so schemas of the API import `z` from here.
extendZodWithOpenApi(z)

export { z }
