import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'

export interface FaultDescription {
  kind: 'offline' | 'refused' | 'broken'
  /** The error message of the server, if it sent one. */
  message: string | undefined
  requestId: string | undefined
}

export function describeFault(fault: unknown): FaultDescription {
  if (!(fault instanceof LyceumError)) return { kind: 'broken', message: undefined, requestId: undefined }
  const { code, message, requestId } = fault
  if (code === 'UNREACHABLE' || code === 'TIMED_OUT')
    return { kind: 'offline', message: undefined, requestId: undefined }
  if (code === 'UNREADABLE') return { kind: 'broken', message: undefined, requestId }
  return { kind: 'refused', message, requestId }
}

/** What a screen says about a fault: the message of the server, or whether to check the connection or to wait. */
export function faultText(fault: unknown, t: (key: 'error.offlineText' | 'error.text') => string): string {
  const { kind, message } = describeFault(fault)
  return kind === 'offline' ? t('error.offlineText') : (message ?? t('error.text'))
}
