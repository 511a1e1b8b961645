import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { SelectField } from '../../ui/components/select-field.tsx'
import { Switch } from '../../ui/components/switch.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { sessionStore, useUser } from '../../ui/session/session-store.ts'
import { useScreenText } from '../use-text.ts'
import { AvatarField } from './avatar-field.tsx'
import { CertificateNameForm } from './certificate-name-form.tsx'
import { countryOptions } from './country-options.ts'
import {
  deleteProfileDraft,
  type ProfileEdits,
  readProfileDraft,
  storeProfileDraft,
} from './profile-draft.ts'

const BIO_LIMIT = 500
const FIELD_OF = {
  USERNAME_TAKEN: 'username',
  AVATAR_UNSUPPORTED: 'avatar',
  AVATAR_TOO_LARGE: 'avatar',
  PAYLOAD_TOO_LARGE: 'avatar',
}

export default function ProfileSection() {
  const user = useUser()
  return (
    <>
      <ProfileForm key={user.id} user={user} />
      <div className="mt-9">
        <CertificateNameForm />
      </div>
    </>
  )
}

function ProfileForm({ user }: { user: Api.Profile }) {
  const { t, locale } = useScreenText()
  const [avatar, setAvatar] = useState<File>()
  const [edits, setEdits] = useEdits(user.id)
  const edit = (changes: ProfileEdits) => setEdits((before) => ({ ...before, ...changes }))
  const {
    username = user.username,
    bio = user.bio ?? '',
    country = user.country ?? '',
    isListed = !user.leaderboardOptOut,
    isPublic = user.publicProfile,
  } = edits
  const { isPending, error, errorOf, run } = useSubmit(FIELD_OF)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fields = {
      username,
      bio: bio || null,
      country: country || null,
      leaderboardOptOut: !isListed,
      publicProfile: isPublic,
    }
    const isSaved = await run(async () => {
      const { data } = await lyceum.call('PATCH /user/profile', { body: fields })
      // The picture is a request of its own, because a form cannot send `null`.
      sessionStore.updateUser(data)
      setEdits({})
      if (!avatar) return
      const form = new FormData()
      form.set('avatar', avatar)
      sessionStore.updateUser((await lyceum.call('PATCH /user/profile', { body: form })).data)
      setAvatar(undefined)
    })
    if (!isSaved) return
    showToast(t('settings.saved'))
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).includes('leaderboard'),
    })
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5" noValidate>
      <AvatarField file={avatar} onChoose={setAvatar} error={errorOf('avatar')} />
      <TextField
        label={t('field.username')}
        hint={t('profile.usernameHint')}
        autoComplete="nickname"
        required
        maxLength={30}
        value={username}
        onChange={(event) => edit({ username: event.target.value })}
        error={errorOf('username')}
      />
      <TextArea
        label={t('profile.bio')}
        hint={t('profile.bioHint', { count: BIO_LIMIT - bio.length })}
        maxLength={BIO_LIMIT}
        value={bio}
        onChange={(event) => edit({ bio: event.target.value })}
        error={errorOf('bio')}
      />
      <SelectField
        label={t('profile.country')}
        autoComplete="country"
        value={country}
        onChange={(event) => edit({ country: event.target.value })}
        options={[{ id: '', text: t('profile.noCountry') }, ...countryOptions(locale)]}
        error={errorOf('country')}
      />
      <Switch
        label={t('profile.listed')}
        hint={t('profile.listedHint')}
        isOn={isListed}
        onChange={(isListed) => edit({ isListed })}
      />
      <Switch
        label={t('profile.public')}
        hint={t('profile.publicHint', { address: `${location.host}/u/${user.username}` })}
        isOn={isPublic}
        onChange={(isPublic) => edit({ isPublic })}
      />
      <FormError text={error} />
      <Button type="submit" size="large" isWide isPending={isPending}>
        {t('settings.save')}
      </Button>
    </form>
  )
}

/** A sign-out in another tab closes the form. Its edits wait in this tab until the same user is back. */
function useEdits(userId: string) {
  const state = useState(() => readProfileDraft(userId))
  const latest = useRef(state[0])
  useEffect(() => {
    latest.current = state[0]
  })
  useEffect(() => {
    deleteProfileDraft()
    return () => {
      if (sessionStore.get().status === 'out') storeProfileDraft(userId, latest.current)
    }
  }, [userId])
  return state
}
