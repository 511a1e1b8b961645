import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { refreshUser } from '../../../ui/api/refresh-user.ts'
import { Button } from '../../../ui/components/button.tsx'
import { TextField } from '../../../ui/components/text-field.tsx'
import { useScreenText } from '../../use-text.ts'
import { EntryFault } from '../entry-fault.tsx'

/** A private contest is joined by its code. The server charges its fee, so the text says that it may. */
export function JoinContestByCode() {
  const { t } = useScreenText()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const join = async () => {
    setPending(true)
    setFault(undefined)
    try {
      const { data } = await lyceum.call('POST /user/contests/join', { body: { roomCode: code } })
      void refreshUser()
      await navigate({ to: '/play/contests/$contestId', params: { contestId: data.contestId } })
    } catch (error) {
      setFault(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      className="mt-8 grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && code.length === 6) void join()
      }}
    >
      <TextField
        label={t('contests.privateCode')}
        hint={t('contests.privateHint')}
        value={code}
        onChange={(event) =>
          setCode(
            event.target.value
              .replace(/[^A-Za-z0-9]/g, '')
              .toUpperCase()
              .slice(0, 6),
          )
        }
        autoComplete="off"
        autoCapitalize="characters"
        dir="ltr"
      />
      <EntryFault fault={fault} />
      <Button type="submit" variant="secondary" isPending={isPending} disabled={code.length !== 6}>
        {t('contests.joinPrivate')}
      </Button>
    </form>
  )
}
