import { chooseByLanguage } from '../../platform/language-fallbacks.ts'

/** The texts of an e-mail about the wallet PIN. */
interface PinTexts {
  subject: string
  text: string
  /** What to do if the user did not do this. */
  ifNotYou: string
}

interface WalletEmailTexts {
  pinChanged: PinTexts
  /** A link that removes the PIN comes last. */
  firstPin: PinTexts
}

const english: WalletEmailTexts = {
  pinChanged: {
    subject: 'Your wallet PIN was changed',
    text: 'The PIN that protects your wallet was changed.',
    ifNotYou:
      'If it was not you, reset the password of your account and of your mailbox now, then the wallet PIN.',
  },
  firstPin: {
    subject: 'A wallet PIN was set',
    text: 'Your wallet is now protected by a PIN. Payouts need it.',
    ifNotYou:
      'If it was not you, open this page within 24 hours: it removes the PIN and signs out every device. Then reset your password.',
  },
}

const french: WalletEmailTexts = {
  pinChanged: {
    subject: 'Le code PIN de votre portefeuille a été modifié',
    text: 'Le code PIN qui protège votre portefeuille a été modifié.',
    ifNotYou:
      'Si ce n’était pas vous, réinitialisez maintenant le mot de passe de votre compte et de votre messagerie, puis le code PIN.',
  },
  firstPin: {
    subject: 'Un code PIN a été défini pour votre portefeuille',
    text: 'Votre portefeuille est désormais protégé par un code PIN. Les versements le demandent.',
    ifNotYou:
      'Si ce n’était pas vous, ouvrez cette page dans les 24 heures : elle supprime le code PIN et déconnecte tous les appareils. Puis réinitialisez votre mot de passe.',
  },
}

const portuguese: WalletEmailTexts = {
  pinChanged: {
    subject: 'O PIN da sua carteira foi alterado',
    text: 'O PIN que protege a sua carteira foi alterado.',
    ifNotYou:
      'Se não foi você, redefina já a palavra-passe da sua conta e da sua caixa de correio, e depois o PIN da carteira.',
  },
  firstPin: {
    subject: 'Foi definido um PIN para a sua carteira',
    text: 'A sua carteira está agora protegida por um PIN. Os pagamentos precisam dele.',
    ifNotYou:
      'Se não foi você, abra esta página dentro de 24 horas: ela remove o PIN e termina a sessão em todos os dispositivos. Depois redefina a sua palavra-passe.',
  },
}

const swahili: WalletEmailTexts = {
  pinChanged: {
    subject: 'PIN ya pochi yako imebadilishwa',
    text: 'PIN inayolinda pochi yako imebadilishwa.',
    ifNotYou:
      'Ikiwa si wewe, weka upya sasa nenosiri la akaunti yako na la barua pepe yako, kisha PIN ya pochi.',
  },
  firstPin: {
    subject: 'PIN ya pochi imewekwa',
    text: 'Pochi yako sasa inalindwa na PIN. Malipo yanaihitaji.',
    ifNotYou:
      'Ikiwa si wewe, fungua ukurasa huu ndani ya saa 24: unaondoa PIN na kuondoa vifaa vyote kwenye akaunti. Kisha weka upya nenosiri lako.',
  },
}

const arabic: WalletEmailTexts = {
  pinChanged: {
    subject: 'تغيّر رمز PIN لمحفظتك',
    text: 'تغيّر رمز PIN الذي يحمي محفظتك.',
    ifNotYou: 'إن لم تكن أنت، فأعد الآن تعيين كلمة مرور حسابك وبريدك، ثم رمز PIN للمحفظة.',
  },
  firstPin: {
    subject: 'عُيّن رمز PIN لمحفظتك',
    text: 'محفظتك محمية الآن برمز PIN. يتطلبه سحب الأموال.',
    ifNotYou:
      'إن لم تكن أنت، فافتح هذه الصفحة خلال 24 ساعة: تزيل رمز PIN وتُسجّل خروج كل الأجهزة. ثم أعد تعيين كلمة مرورك.',
  },
}

export const WALLET_EMAIL_LANGUAGES = new Map([
  ['en', english],
  ['fr', french],
  ['pt', portuguese],
  ['sw', swahili],
  ['ar', arabic],
])

/** Returns the best match, or English. */
export function walletEmailTexts(language: string): WalletEmailTexts {
  return chooseByLanguage(WALLET_EMAIL_LANGUAGES, language) ?? english
}
