/** What a text of ours must never become: a part of the page. */
export const hostile = '<img src=x onerror=alert(1)>'
export const fillerCount = 150

const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const envelope = (data: object) => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { const: true }, data, message: { type: 'string' } },
})
const refusal = (description: string, ...refusals: { code: string; message: string }[]) => ({
  description,
  content: json(ref('Refusal')),
  'x-refusals': refusals,
})
const unauthenticated = refusal(
  'No valid access token came with the request.',
  { code: 'UNAUTHENTICATED', message: 'There is no access token, or it is not one of ours.' },
  { code: 'TOKEN_EXPIRED', message: 'The access token has run out; refresh it.' },
)

const login = {
  operationId: 'login',
  tags: ['Identity'],
  summary: 'Sign in',
  description:
    'Exchanges an e-mail address and a password for a pair of tokens.\n\n' +
    'An unknown address and a wrong password are **one answer**, in the same time:\n\n' +
    '- with two-factor authentication, send `totpCode` as well;\n' +
    '- after five failures the account waits. See [the limits](#tag/Identity).',
  security: [],
  requestBody: {
    required: true,
    content: json({
      type: 'object',
      required: ['email', 'password'],
      properties: {
        email: { type: 'string', format: 'email', maxLength: 254, example: 'ada@example.org' },
        password: { type: 'string', minLength: 10, maxLength: 128, example: 'correct horse battery' },
        totpCode: { type: ['string', 'null'], pattern: '^\\d{6}$', description: 'Six digits from the app.' },
      },
    }),
  },
  responses: {
    200: { description: 'Signed in.', content: json(envelope(ref('Session'))) },
    400: refusal('Something in the body is not right.', {
      code: 'VALIDATION_FAILED',
      message: 'A field is missing, of the wrong type or out of range.',
    }),
    401: refusal(
      'The credentials were not taken.',
      { code: 'INVALID_CREDENTIALS', message: 'The e-mail address or the password is wrong.' },
      { code: 'TWO_FACTOR_REQUIRED', message: 'This account needs a code from its authenticator.' },
    ),
    429: refusal('Too many tries.', { code: 'RATE_LIMITED', message: 'Wait as long as Retry-After says.' }),
  },
}

const updateProfile = {
  operationId: 'updateProfile',
  tags: ['Identity'],
  summary: 'Update my profile',
  description: 'Takes any subset of the fields, as JSON or, with a picture, as a form.',
  requestBody: {
    content: {
      ...json({ type: 'object', properties: { bio: { type: ['string', 'null'], maxLength: 500 } } }),
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['avatar'],
          properties: {
            avatar: {
              type: 'string',
              format: 'binary',
              description: 'JPEG, PNG, WebP or GIF, at most 5 MiB.',
            },
            bio: { type: 'string', maxLength: 500, example: 'Engines & numbers' },
          },
        },
      },
    },
  },
  responses: {
    200: { description: 'The profile.', content: json(envelope(ref('User'))) },
    401: unauthenticated,
  },
}

const getCourse = {
  operationId: 'getCourse',
  tags: ['Learning'],
  summary: 'Read a course',
  description: `What a learner sees before enrolling. ${hostile} [a trap](javascript:alert(1))`,
  security: [{}, { bearer: [] }],
  parameters: [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
    { name: 'level', in: 'query', schema: { type: 'string', enum: ['BASIC', 'ADVANCED', hostile] } },
    {
      name: 'If-None-Match',
      in: 'header',
      schema: { type: 'string' },
      description: 'An `ETag` seen before.',
    },
  ],
  responses: {
    200: {
      description: 'The course.',
      headers: { ETag: { description: 'Changes with the content.', schema: { type: 'string' } } },
      content: json(envelope(ref('Course'))),
    },
    404: refusal('There is no such course.', { code: 'NOT_FOUND', message: `Nothing is here. ${hostile}` }),
  },
}

const completeLesson = {
  operationId: 'completeLesson',
  tags: ['Learning'],
  summary: 'Complete a lesson',
  description: 'Pays the rewards of the lesson **once**. Completing again gives the first result.',
  parameters: [
    { name: 'lessonId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same key with the same body gives the stored first answer.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ],
  requestBody: { content: json({ type: 'object', properties: { score: { type: 'integer', example: 90 } } }) },
  responses: {
    200: { description: 'Completed.', content: json(envelope(ref('Completion'))) },
    401: unauthenticated,
    409: refusal('The state of things does not allow it.', {
      code: 'LESSON_LOCKED',
      message: 'The lesson before it is not completed yet.',
    }),
  },
}

const schemas = {
  Refusal: {
    type: 'object',
    required: ['success', 'message', 'error'],
    properties: {
      success: { const: false },
      message: { type: 'string' },
      error: {
        type: 'object',
        required: ['code', 'requestId'],
        properties: { code: { type: 'string' }, requestId: { type: 'string', example: 'req_01' } },
      },
    },
  },
  Session: {
    type: 'object',
    required: ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'user'],
    properties: {
      user: ref('User'),
      accessToken: { type: 'string', example: 'eyJhbGciOiJFUzI1NiJ9.e30.sig' },
      refreshToken: { type: 'string', example: 'rt_7f3a' },
      tokenType: { const: 'Bearer' },
      expiresIn: { type: 'integer', example: 900, description: 'Seconds.' },
    },
  },
  Entity: {
    type: 'object',
    required: ['id', 'createdAt'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      createdAt: { type: 'string', format: 'date-time' },
    },
  },
  User: {
    allOf: [
      ref('Entity'),
      {
        type: 'object',
        required: ['username'],
        properties: {
          username: { type: 'string', minLength: 3, maxLength: 30, pattern: '^[\\w.]+$', example: 'ada' },
          invitedBy: { anyOf: [ref('User'), { type: 'null' }], description: 'Who brought this learner.' },
          preferences: { type: 'object', additionalProperties: { type: 'boolean' } },
        },
      },
    ],
  },
  TextSlide: {
    type: 'object',
    required: ['type', 'content'],
    properties: {
      type: { const: 'TEXT_WITH_IMAGE' },
      content: { type: 'string', example: 'A **loop** repeats.' },
    },
  },
  QuizSlide: {
    type: 'object',
    required: ['type', 'options'],
    properties: {
      type: { const: 'QUIZ' },
      options: { type: 'array', minItems: 2, maxItems: 6, items: { type: 'string', minLength: 1 } },
      correctIndex: { type: 'integer', minimum: 0 },
    },
  },
  Course: {
    type: 'object',
    description: 'A course of the catalogue.',
    required: ['id', 'title', 'slides'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      title: { type: 'string', example: hostile },
      level: { type: 'string', enum: ['BASIC', 'INTERMEDIATE', 'ADVANCED'], example: 'BASIC' },
      coverUrl: { type: ['string', 'null'], format: 'uri' },
      slides: {
        type: 'array',
        items: { oneOf: [ref('TextSlide'), ref('QuizSlide')], discriminator: { propertyName: 'type' } },
      },
      prerequisites: { type: 'array', items: ref('Course') },
    },
  },
  Completion: {
    type: 'object',
    required: ['xpEarned', 'gemsEarned', 'courseProgress'],
    properties: {
      xpEarned: { type: 'integer', minimum: 0, example: 40 },
      gemsEarned: { type: 'integer', minimum: 0, example: 5 },
      courseProgress: { type: 'integer', minimum: 0, maximum: 100, example: 60 },
      unlockedBadge: { oneOf: [{ type: 'null' }, ref('Badge')] },
    },
  },
  Badge: { type: 'object', properties: { name: { type: 'string', example: 'First steps' } } },
}

/** Schemas of which each refers to all the others: unfolded without a limit they never end. */
const web = Object.fromEntries(
  Array.from({ length: 14 }, (_, index) => {
    const others = Array.from({ length: 14 }, (_, other) => [`to${other}`, ref(`Web${other}`)])
    const properties = Object.fromEntries(others)
    return [`Web${index}`, { type: 'object', required: Object.keys(properties), properties }]
  }),
)

const readWeb = {
  operationId: 'readWeb',
  tags: ['Learning'],
  summary: 'Read the knowledge graph',
  responses: {
    200: {
      description: 'Two parts that share a base.',
      content: json({
        allOf: [
          { allOf: [ref('Entity')], properties: { left: { type: 'string' } } },
          { allOf: [ref('Entity')], properties: { right: { type: 'string' } } },
        ],
      }),
    },
    203: { description: 'Everything refers to everything.', content: json(ref('Web0')) },
  },
}

/** As many further endpoints as a large server has, in groups of ten. */
function fillers() {
  const paths: Record<string, object> = {}
  for (let index = 0; index < fillerCount; index++) {
    const get = { ...getCourse, operationId: `filler${index}`, tags: [`Group ${Math.floor(index / 10)}`] }
    paths[`/fillers/${index}/{courseId}`] = { get: { ...get, summary: `Read filler ${index}` } }
  }
  return paths
}

/** A document with everything that is hard to draw. */
export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Lyceum',
    version: '2.0.0',
    description: 'Learning with rewards: courses, quiz battles, contests and certificates, behind one API.',
  },
  servers: [{ url: '/api/v2' }],
  security: [{ bearer: [] }],
  tags: [
    { name: 'Identity', description: 'Accounts, sessions and profiles.' },
    { name: 'Learning', description: 'Courses, lessons and progress.' },
  ],
  paths: {
    '/auth/login': { post: login },
    '/user/profile': { patch: updateProfile },
    '/course/{courseId}': {
      parameters: [
        { name: 'courseId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      get: getCourse,
      delete: { operationId: 'deleteCourse', tags: ['Learning'], deprecated: true, responses: { 204: {} } },
    },
    '/user-lessons/{lessonId}/complete': { post: completeLesson },
    '/knowledge': { get: readWeb },
    ...fillers(),
  },
  webhooks: {
    'certificate.issued': {
      post: {
        operationId: 'certificateIssued',
        summary: 'A certificate was issued',
        description: 'Sent to every subscribed address, at least once.',
        requestBody: {
          content: json({
            type: 'object',
            required: ['event'],
            properties: {
              event: { const: 'certificate.issued' },
              certificateId: { type: 'string', format: 'uuid' },
            },
          }),
        },
        responses: { 204: { description: 'Any 2xx is taken as received.' } },
      },
    },
  },
  components: {
    schemas: { ...schemas, ...web },
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The `accessToken` of signing in. It holds for 15 minutes.',
      },
    },
  },
}
