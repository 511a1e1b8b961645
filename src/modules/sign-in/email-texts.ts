import { chooseByLanguage } from '../../platform/language-fallbacks.ts'

/** The texts of the e-mails about changes of how a user signs in, in one language. */
export interface SignInEmailTexts {
  passwordChanged: SecurityTexts
  twoFactorOn: SecurityTexts
  twoFactorOff: SecurityTexts
  twoFactorReset: SecurityTexts
  accountClaimed: SecurityTexts & {
    passwordRemoved: string
    twoFactorRemoved: string
    devicesSignedOut: string
    newPassword: string
  }
}

export interface SecurityTexts {
  subject: string
  text: string
  /** What to do if the user did not do this. A link that undoes the change comes after it. */
  ifNotYou: string
}

const english: SignInEmailTexts = {
  passwordChanged: {
    subject: 'Your password was changed',
    text: 'Your password was changed and every device was signed out.',
    ifNotYou:
      'If it was not you, another person can read your e-mail: change the password of your mailbox, then reset this one.',
  },
  twoFactorOn: {
    subject: 'Two-factor sign-in is on',
    text: 'From now on your account requires a code from your authenticator app. Store the recovery codes in a safe place.',
    ifNotYou:
      'If it was not you, reset your password immediately, then open this page within 24 hours: it undoes the change and signs out every device.',
  },
  twoFactorOff: {
    subject: 'Two-factor sign-in is off',
    text: 'Your account no longer requires a code from your authenticator app.',
    ifNotYou:
      'If it was not you, reset your password immediately, then open this page within 24 hours: it undoes the change and signs out every device.',
  },
  twoFactorReset: {
    subject: 'Two-factor sign-in was reset',
    text: 'The operator of the service turned two-factor sign-in of your account off and signed out every device.',
    ifNotYou: 'If you did not ask for this, tell the operator and reset your password.',
  },
  accountClaimed: {
    subject: 'Your e-mail address is confirmed',
    text: 'You proved that this address is yours. Until now the address of this account was not confirmed, so another person could have set it up.',
    passwordRemoved: 'Its password no longer works.',
    twoFactorRemoved: 'Its two-factor sign-in is off.',
    devicesSignedOut: 'All devices that were signed in before are signed out.',
    newPassword: 'To sign in with a password, choose a new one with “Forgot password”.',
    ifNotYou: 'If it was not you, another person can read your e-mail: change the password of your mailbox.',
  },
}

const french: SignInEmailTexts = {
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    text: 'Votre mot de passe a été modifié et tous les appareils ont été déconnectés.',
    ifNotYou:
      'Si ce n’était pas vous, une autre personne peut lire vos e-mails : changez le mot de passe de votre messagerie, puis réinitialisez celui-ci.',
  },
  twoFactorOn: {
    subject: 'La connexion en deux étapes est activée',
    text: 'Désormais, votre compte demande un code de votre application d’authentification. Gardez les codes de secours en lieu sûr.',
    ifNotYou:
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe, puis ouvrez cette page dans les 24 heures : elle annule la modification et déconnecte tous les appareils.',
  },
  twoFactorOff: {
    subject: 'La connexion en deux étapes est désactivée',
    text: 'Votre compte ne demande plus de code de votre application d’authentification.',
    ifNotYou:
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe, puis ouvrez cette page dans les 24 heures : elle annule la modification et déconnecte tous les appareils.',
  },
  twoFactorReset: {
    subject: 'La connexion en deux étapes a été réinitialisée',
    text: 'L’exploitant du service a désactivé la connexion en deux étapes de votre compte et déconnecté tous les appareils.',
    ifNotYou: 'Si vous n’avez rien demandé, prévenez l’exploitant et réinitialisez votre mot de passe.',
  },
  accountClaimed: {
    subject: 'Votre adresse e-mail est confirmée',
    text: 'Vous avez prouvé que cette adresse est la vôtre. Jusqu’ici, l’adresse de ce compte n’était pas confirmée : une autre personne a pu le créer.',
    passwordRemoved: 'Son mot de passe ne fonctionne plus.',
    twoFactorRemoved: 'Sa connexion en deux étapes est désactivée.',
    devicesSignedOut: 'Tous les appareils connectés auparavant sont déconnectés.',
    newPassword:
      'Pour vous connecter avec un mot de passe, choisissez-en un nouveau avec « Mot de passe oublié ».',
    ifNotYou:
      'Si ce n’était pas vous, une autre personne peut lire vos e-mails : changez le mot de passe de votre messagerie.',
  },
}

const portuguese: SignInEmailTexts = {
  passwordChanged: {
    subject: 'A sua palavra-passe foi alterada',
    text: 'A sua palavra-passe foi alterada e a sessão foi terminada em todos os dispositivos.',
    ifNotYou:
      'Se não foi você, outra pessoa pode ler o seu e-mail: mude a palavra-passe da sua caixa de correio e depois redefina esta.',
  },
  twoFactorOn: {
    subject: 'A entrada em dois passos está ligada',
    text: 'A partir de agora, a sua conta pede um código da sua aplicação de autenticação. Guarde os códigos de recuperação em lugar seguro.',
    ifNotYou:
      'Se não foi você, redefina já a sua palavra-passe e depois abra esta página dentro de 24 horas: ela anula a alteração e termina a sessão em todos os dispositivos.',
  },
  twoFactorOff: {
    subject: 'A entrada em dois passos está desligada',
    text: 'A sua conta já não pede um código da sua aplicação de autenticação.',
    ifNotYou:
      'Se não foi você, redefina já a sua palavra-passe e depois abra esta página dentro de 24 horas: ela anula a alteração e termina a sessão em todos os dispositivos.',
  },
  twoFactorReset: {
    subject: 'A entrada em dois passos foi reposta',
    text: 'O operador do serviço desligou a entrada em dois passos da sua conta e terminou a sessão em todos os dispositivos.',
    ifNotYou: 'Se não pediu isto, avise o operador e redefina a sua palavra-passe.',
  },
  accountClaimed: {
    subject: 'O seu endereço de e-mail está confirmado',
    text: 'Provou que este endereço é seu. Até agora o endereço desta conta não estava confirmado, por isso outra pessoa pode tê-la criado.',
    passwordRemoved: 'A palavra-passe dela já não funciona.',
    twoFactorRemoved: 'A entrada em dois passos está desligada.',
    devicesSignedOut: 'Todos os dispositivos com sessão aberta antes foram desligados da conta.',
    newPassword: 'Para entrar com uma palavra-passe, escolha uma nova em “Esqueceu a palavra-passe”.',
    ifNotYou:
      'Se não foi você, outra pessoa pode ler o seu e-mail: mude a palavra-passe da sua caixa de correio.',
  },
}

const swahili: SignInEmailTexts = {
  passwordChanged: {
    subject: 'Nenosiri lako limebadilishwa',
    text: 'Nenosiri lako limebadilishwa na vifaa vyote vimeondolewa kwenye akaunti.',
    ifNotYou:
      'Ikiwa si wewe, mtu mwingine anaweza kusoma barua pepe zako: badilisha nenosiri la barua pepe yako, kisha weka upya hili.',
  },
  twoFactorOn: {
    subject: 'Kuingia kwa hatua mbili kumewashwa',
    text: 'Kuanzia sasa akaunti yako inahitaji msimbo wa programu yako ya uthibitishaji. Hifadhi misimbo ya dharura mahali salama.',
    ifNotYou:
      'Ikiwa si wewe, weka upya nenosiri lako mara moja, kisha fungua ukurasa huu ndani ya saa 24: unatengua badiliko na kuondoa vifaa vyote kwenye akaunti.',
  },
  twoFactorOff: {
    subject: 'Kuingia kwa hatua mbili kumezimwa',
    text: 'Akaunti yako haihitaji tena msimbo wa programu yako ya uthibitishaji.',
    ifNotYou:
      'Ikiwa si wewe, weka upya nenosiri lako mara moja, kisha fungua ukurasa huu ndani ya saa 24: unatengua badiliko na kuondoa vifaa vyote kwenye akaunti.',
  },
  twoFactorReset: {
    subject: 'Kuingia kwa hatua mbili kumewekwa upya',
    text: 'Msimamizi wa huduma amezima kuingia kwa hatua mbili kwa akaunti yako na ameondoa vifaa vyote kwenye akaunti.',
    ifNotYou: 'Ikiwa hukuomba hili, mwambie msimamizi na weka upya nenosiri lako.',
  },
  accountClaimed: {
    subject: 'Anwani yako ya barua pepe imethibitishwa',
    text: 'Umethibitisha kwamba anwani hii ni yako. Hadi sasa anwani ya akaunti hii haikuwa imethibitishwa, kwa hiyo mtu mwingine angeweza kuifungua.',
    passwordRemoved: 'Nenosiri lake halifanyi kazi tena.',
    twoFactorRemoved: 'Kuingia kwake kwa hatua mbili kumezimwa.',
    devicesSignedOut: 'Vifaa vyote vilivyokuwa vimeingia vimeondolewa kwenye akaunti.',
    newPassword: 'Ili kuingia kwa nenosiri, chagua jipya kupitia “Umesahau nenosiri”.',
    ifNotYou:
      'Ikiwa si wewe, mtu mwingine anaweza kusoma barua pepe zako: badilisha nenosiri la barua pepe yako.',
  },
}

const arabic: SignInEmailTexts = {
  passwordChanged: {
    subject: 'تغيّرت كلمة مرورك',
    text: 'تغيّرت كلمة مرورك وسُجّل خروج كل الأجهزة.',
    ifNotYou: 'إن لم تكن أنت، فهناك من يستطيع قراءة بريدك: غيّر كلمة مرور بريدك، ثم أعد تعيين هذه.',
  },
  twoFactorOn: {
    subject: 'تسجيل الدخول بخطوتين مفعّل',
    text: 'من الآن يتطلب حسابك رمزًا من تطبيق المصادقة. احفظ رموز الاسترداد في مكان آمن.',
    ifNotYou:
      'إن لم تكن أنت، فأعد تعيين كلمة مرورك فورًا، ثم افتح هذه الصفحة خلال 24 ساعة: تُلغي التغيير وتُسجّل خروج كل الأجهزة.',
  },
  twoFactorOff: {
    subject: 'تسجيل الدخول بخطوتين معطّل',
    text: 'لم يعد حسابك يتطلب رمزًا من تطبيق المصادقة.',
    ifNotYou:
      'إن لم تكن أنت، فأعد تعيين كلمة مرورك فورًا، ثم افتح هذه الصفحة خلال 24 ساعة: تُلغي التغيير وتُسجّل خروج كل الأجهزة.',
  },
  twoFactorReset: {
    subject: 'أُعيد ضبط تسجيل الدخول بخطوتين',
    text: 'عطّل مشغّل الخدمة تسجيل الدخول بخطوتين لحسابك وسجّل خروج كل الأجهزة.',
    ifNotYou: 'إن لم تطلب ذلك، فأخبر المشغّل وأعد تعيين كلمة مرورك.',
  },
  accountClaimed: {
    subject: 'عنوان بريدك مؤكَّد',
    text: 'أثبتَّ أن هذا العنوان لك. لم يكن عنوان هذا الحساب مؤكَّدًا حتى الآن، فربما أنشأه شخص آخر.',
    passwordRemoved: 'لم تعد كلمة مروره تعمل.',
    twoFactorRemoved: 'تسجيل الدخول بخطوتين فيه معطّل.',
    devicesSignedOut: 'سُجّل خروج كل الأجهزة التي كانت متصلة.',
    newPassword: 'لتسجيل الدخول بكلمة مرور، اختر كلمة جديدة عبر «نسيت كلمة المرور».',
    ifNotYou: 'إن لم تكن أنت، فهناك من يستطيع قراءة بريدك: غيّر كلمة مرور بريدك.',
  },
}

export const SIGN_IN_EMAIL_LANGUAGES = new Map([
  ['en', english],
  ['fr', french],
  ['pt', portuguese],
  ['sw', swahili],
  ['ar', arabic],
])

/** Returns the best match, or English. */
export function signInEmailTexts(language: string): SignInEmailTexts {
  return chooseByLanguage(SIGN_IN_EMAIL_LANGUAGES, language) ?? english
}
