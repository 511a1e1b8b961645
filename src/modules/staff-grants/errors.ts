import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  grant_request_expired: {
    kind: 'conflict',
    message: 'This request has expired. The administrator can ask again.',
  },
  grant_request_decided: { kind: 'conflict', message: 'This request was already decided.' },
  grant_to_yourself: {
    kind: 'forbidden',
    message: 'Another administrator must decide: the grant is for you.',
  },
  approver_not_independent: {
    kind: 'forbidden',
    message:
      'An administrator who is independent of the requester must decide: neither made the other an administrator, and no third one made both. The operator makes such an administrator on the command line: lyceum admin create.',
  },
  requester_not_admin: {
    kind: 'conflict',
    message: 'The requester is no longer an administrator. Reject the request.',
  },
})
