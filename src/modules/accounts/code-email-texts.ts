import { chooseByLanguage } from '../../platform/language-fallbacks.ts'
import type { CodePurpose } from './public/one-time-code.ts'

/** The texts of the e-mails with a code, in one language. */
export interface CodeEmailTexts {
  subjects: Record<CodePurpose, string>
  /** What the code is for. */
  instructions: Record<CodePurpose, string>
  greeting: (username: string | undefined) => string
  welcome: (username: string) => string
  validity: string
  /** Before the link, which carries the code. */
  linkWithCode: string
  /** Before the link to a page that asks for the code. */
  link: string
  ignore: string
}

const english: CodeEmailTexts = {
  subjects: {
    verify_email: 'Confirm your e-mail address',
    sign_in: 'Your sign-in code',
    reset_password: 'Reset your password',
    wallet_pin_reset: 'Reset your wallet PIN',
  },
  instructions: {
    verify_email: 'Type this code to confirm that this address is yours.',
    sign_in: 'Type this code to sign in.',
    reset_password: 'Type this code together with a new password.',
    wallet_pin_reset: 'Type this code together with a new wallet PIN.',
  },
  greeting: (username) => (username === undefined ? 'Hello,' : `Hello, ${username}.`),
  welcome: (username) => `Welcome, ${username}!`,
  validity: 'The code is valid for 10 minutes and can be used once.',
  linkWithCode: 'Or open this page, which has the code:',
  link: 'The page that asks for it:',
  ignore: 'If you did not ask for this, you can ignore this mail.',
}

const french: CodeEmailTexts = {
  subjects: {
    verify_email: 'Confirmez votre adresse e-mail',
    sign_in: 'Votre code de connexion',
    reset_password: 'Réinitialisez votre mot de passe',
    wallet_pin_reset: 'Réinitialisez le code PIN de votre portefeuille',
  },
  instructions: {
    verify_email: 'Saisissez ce code pour confirmer que cette adresse est la vôtre.',
    sign_in: 'Saisissez ce code pour vous connecter.',
    reset_password: 'Saisissez ce code avec un nouveau mot de passe.',
    wallet_pin_reset: 'Saisissez ce code avec un nouveau code PIN.',
  },
  greeting: (username) => (username === undefined ? 'Bonjour,' : `Bonjour ${username},`),
  welcome: (username) => `Bienvenue, ${username} !`,
  validity: 'Le code est valable 10 minutes et ne sert qu’une fois.',
  linkWithCode: 'Ou ouvrez cette page, qui contient le code :',
  link: 'La page qui le demande :',
  ignore: 'Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail.',
}

const portuguese: CodeEmailTexts = {
  subjects: {
    verify_email: 'Confirme o seu endereço de e-mail',
    sign_in: 'O seu código de acesso',
    reset_password: 'Redefina a sua palavra-passe',
    wallet_pin_reset: 'Redefina o PIN da sua carteira',
  },
  instructions: {
    verify_email: 'Escreva este código para confirmar que este endereço é seu.',
    sign_in: 'Escreva este código para entrar.',
    reset_password: 'Escreva este código com uma nova palavra-passe.',
    wallet_pin_reset: 'Escreva este código com um novo PIN da carteira.',
  },
  greeting: (username) => (username === undefined ? 'Olá,' : `Olá, ${username}.`),
  welcome: (username) => `Boas-vindas, ${username}!`,
  validity: 'O código é válido por 10 minutos e só pode ser usado uma vez.',
  linkWithCode: 'Ou abra esta página, que já tem o código:',
  link: 'A página que o pede:',
  ignore: 'Se não pediu isto, pode ignorar este e-mail.',
}

const swahili: CodeEmailTexts = {
  subjects: {
    verify_email: 'Thibitisha anwani yako ya barua pepe',
    sign_in: 'Msimbo wako wa kuingia',
    reset_password: 'Weka upya nenosiri lako',
    wallet_pin_reset: 'Weka upya PIN ya pochi yako',
  },
  instructions: {
    verify_email: 'Andika msimbo huu ili kuthibitisha kwamba anwani hii ni yako.',
    sign_in: 'Andika msimbo huu ili kuingia.',
    reset_password: 'Andika msimbo huu pamoja na nenosiri jipya.',
    wallet_pin_reset: 'Andika msimbo huu pamoja na PIN mpya ya pochi.',
  },
  greeting: (username) => (username === undefined ? 'Habari,' : `Habari, ${username}.`),
  welcome: (username) => `Karibu, ${username}!`,
  validity: 'Msimbo unatumika kwa dakika 10 na mara moja tu.',
  linkWithCode: 'Au fungua ukurasa huu, ambao una msimbo:',
  link: 'Ukurasa unaouliza msimbo:',
  ignore: 'Ikiwa hukuomba hili, unaweza kupuuza barua hii.',
}

const arabic: CodeEmailTexts = {
  subjects: {
    verify_email: 'أكّد عنوان بريدك الإلكتروني',
    sign_in: 'رمز تسجيل الدخول',
    reset_password: 'أعد تعيين كلمة المرور',
    wallet_pin_reset: 'أعد تعيين رمز PIN لمحفظتك',
  },
  instructions: {
    verify_email: 'اكتب هذا الرمز لتأكيد أن هذا العنوان لك.',
    sign_in: 'اكتب هذا الرمز لتسجيل الدخول.',
    reset_password: 'اكتب هذا الرمز مع كلمة مرور جديدة.',
    wallet_pin_reset: 'اكتب هذا الرمز مع رمز PIN جديد للمحفظة.',
  },
  greeting: (username) => (username === undefined ? 'مرحبًا،' : `مرحبًا ${username}،`),
  welcome: (username) => `أهلًا بك، ${username}!`,
  validity: 'الرمز صالح لمدة 10 دقائق ويُستخدم مرة واحدة.',
  linkWithCode: 'أو افتح هذه الصفحة التي تحتوي على الرمز:',
  link: 'الصفحة التي تطلبه:',
  ignore: 'إذا لم تطلب ذلك، يمكنك تجاهل هذه الرسالة.',
}

export const CODE_EMAIL_LANGUAGES = new Map([
  ['en', english],
  ['fr', french],
  ['pt', portuguese],
  ['sw', swahili],
  ['ar', arabic],
])

/** Returns the best match, or English. */
export function codeEmailTexts(language: string): CodeEmailTexts {
  return chooseByLanguage(CODE_EMAIL_LANGUAGES, language) ?? english
}
