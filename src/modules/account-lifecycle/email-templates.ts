import { chooseByLanguage } from '../../platform/language-fallbacks.ts'
import { renderEmail } from '../../platform/mail/email-layout.ts'
import type { Mail } from '../../platform/mail/mail-queue.ts'

interface DeletedTexts {
  subject: string
  greeting: string
  text: string
  ifNotYou: string
}

const ENGLISH: DeletedTexts = {
  subject: 'Your account was deleted',
  greeting: 'Goodbye,',
  text: 'Your account and your personal data were erased, as you requested.',
  ifNotYou: 'If it was not you, contact the operator of this service.',
}

export const DELETED_LANGUAGES = new Map<string, DeletedTexts>([
  ['en', ENGLISH],
  [
    'fr',
    {
      subject: 'Votre compte a été supprimé',
      greeting: 'Au revoir,',
      text: 'Votre compte et vos données personnelles ont été effacés, comme vous l’avez demandé.',
      ifNotYou: 'Si ce n’était pas vous, contactez l’exploitant de ce service.',
    },
  ],
  [
    'pt',
    {
      subject: 'A sua conta foi eliminada',
      greeting: 'Até sempre,',
      text: 'A sua conta e os seus dados pessoais foram apagados, como pediu.',
      ifNotYou: 'Se não foi você, contacte o operador deste serviço.',
    },
  ],
  [
    'sw',
    {
      subject: 'Akaunti yako imefutwa',
      greeting: 'Kwaheri,',
      text: 'Akaunti yako na data zako binafsi zimefutwa, kama ulivyoomba.',
      ifNotYou: 'Ikiwa si wewe, wasiliana na msimamizi wa huduma hii.',
    },
  ],
  [
    'ar',
    {
      subject: 'حُذف حسابك',
      greeting: 'وداعًا،',
      text: 'مُحي حسابك وبياناتك الشخصية كما طلبت.',
      ifNotYou: 'إن لم تكن أنت، فتواصل مع مشغّل هذه الخدمة.',
    },
  ],
])

/** In the language of the account, or in English. */
export function accountDeletedEmail({ email, language }: { email: string; language: string }): Mail {
  const { subject, greeting, text, ifNotYou } = chooseByLanguage(DELETED_LANGUAGES, language) ?? ENGLISH
  return renderEmail({ to: email, subject, greeting, paragraphs: [text], ifNotYou })
}
