import type { UndoableChange } from '../../../modules/accounts/public/undo-link.ts'
import { chooseByLanguage } from '../../../platform/language-fallbacks.ts'

/** The texts of the pages behind the links of security mails, in one language. */
export interface UndoTexts {
  language: string
  changes: Record<UndoableChange, { title: string; text: string; button: string; done: string }>
  /** After the change was undone. */
  next: string
  unknownLink: { title: string; text: string }
  unusableLink: { title: string; text: string }
  changedSince: { title: string; text: string }
}

const english: UndoTexts = {
  language: 'en',
  changes: {
    two_factor_enabled: {
      title: 'Two-factor sign-in was turned on',
      text: 'If it was not you, turn it off here. Every device is signed out.',
      button: 'Turn it off',
      done: 'Two-factor sign-in is off',
    },
    two_factor_disabled: {
      title: 'Two-factor sign-in was turned off',
      text: 'If it was not you, turn it on again here, with the same authenticator app. Every device is signed out.',
      button: 'Turn it on again',
      done: 'Two-factor sign-in is on again',
    },
    wallet_pin_set: {
      title: 'A wallet PIN was set',
      text: 'If it was not you, remove it here. Every device is signed out.',
      button: 'Remove the PIN',
      done: 'The wallet PIN is removed',
    },
  },
  next: 'Every device is signed out. Reset your password now: the person who made the change may know it.',
  unknownLink: {
    title: 'This link is not valid',
    text: 'Open the link exactly as it is in the mail.',
  },
  unusableLink: {
    title: 'This link was used or has expired',
    text: 'A link works once and for 24 hours. If your account is in danger, reset your password.',
  },
  changedSince: {
    title: 'It was changed again since',
    text: 'Use the link of the newest mail about it first, then this one again.',
  },
}

const french: UndoTexts = {
  language: 'fr',
  changes: {
    two_factor_enabled: {
      title: 'La connexion en deux étapes a été activée',
      text: 'Si ce n’était pas vous, désactivez-la ici. Tous les appareils seront déconnectés.',
      button: 'La désactiver',
      done: 'La connexion en deux étapes est désactivée',
    },
    two_factor_disabled: {
      title: 'La connexion en deux étapes a été désactivée',
      text: 'Si ce n’était pas vous, réactivez-la ici, avec la même application d’authentification. Tous les appareils seront déconnectés.',
      button: 'La réactiver',
      done: 'La connexion en deux étapes est de nouveau activée',
    },
    wallet_pin_set: {
      title: 'Un code PIN a été défini pour le portefeuille',
      text: 'Si ce n’était pas vous, supprimez-le ici. Tous les appareils seront déconnectés.',
      button: 'Supprimer le code PIN',
      done: 'Le code PIN du portefeuille est supprimé',
    },
  },
  next: 'Tous les appareils sont déconnectés. Réinitialisez maintenant votre mot de passe : la personne qui a fait la modification le connaît peut-être.',
  unknownLink: {
    title: 'Ce lien n’est pas valable',
    text: 'Ouvrez le lien exactement comme il est dans l’e-mail.',
  },
  unusableLink: {
    title: 'Ce lien a déjà servi ou a expiré',
    text: 'Un lien sert une seule fois, pendant 24 heures. Si votre compte est en danger, réinitialisez votre mot de passe.',
  },
  changedSince: {
    title: 'Il y a eu une autre modification depuis',
    text: 'Utilisez d’abord le lien du dernier e-mail à ce sujet, puis de nouveau celui-ci.',
  },
}

const portuguese: UndoTexts = {
  language: 'pt',
  changes: {
    two_factor_enabled: {
      title: 'A entrada em dois passos foi ligada',
      text: 'Se não foi você, desligue-a aqui. A sessão termina em todos os dispositivos.',
      button: 'Desligá-la',
      done: 'A entrada em dois passos está desligada',
    },
    two_factor_disabled: {
      title: 'A entrada em dois passos foi desligada',
      text: 'Se não foi você, volte a ligá-la aqui, com a mesma aplicação de autenticação. A sessão termina em todos os dispositivos.',
      button: 'Voltar a ligá-la',
      done: 'A entrada em dois passos está de novo ligada',
    },
    wallet_pin_set: {
      title: 'Foi definido um PIN para a carteira',
      text: 'Se não foi você, remova-o aqui. A sessão termina em todos os dispositivos.',
      button: 'Remover o PIN',
      done: 'O PIN da carteira foi removido',
    },
  },
  next: 'A sessão terminou em todos os dispositivos. Redefina já a sua palavra-passe: quem fez a alteração pode conhecê-la.',
  unknownLink: {
    title: 'Esta ligação não é válida',
    text: 'Abra a ligação exatamente como está no e-mail.',
  },
  unusableLink: {
    title: 'Esta ligação já foi usada ou expirou',
    text: 'Uma ligação serve uma vez e durante 24 horas. Se a sua conta está em perigo, redefina a sua palavra-passe.',
  },
  changedSince: {
    title: 'Houve outra alteração depois',
    text: 'Use primeiro a ligação do e-mail mais recente sobre isto e depois esta de novo.',
  },
}

const swahili: UndoTexts = {
  language: 'sw',
  changes: {
    two_factor_enabled: {
      title: 'Kuingia kwa hatua mbili kumewashwa',
      text: 'Ikiwa si wewe, kuzime hapa. Vifaa vyote vitaondolewa kwenye akaunti.',
      button: 'Kuzime',
      done: 'Kuingia kwa hatua mbili kumezimwa',
    },
    two_factor_disabled: {
      title: 'Kuingia kwa hatua mbili kumezimwa',
      text: 'Ikiwa si wewe, kuwashe tena hapa, kwa programu ile ile ya uthibitishaji. Vifaa vyote vitaondolewa kwenye akaunti.',
      button: 'Kuwashe tena',
      done: 'Kuingia kwa hatua mbili kumewashwa tena',
    },
    wallet_pin_set: {
      title: 'PIN ya pochi imewekwa',
      text: 'Ikiwa si wewe, iondoe hapa. Vifaa vyote vitaondolewa kwenye akaunti.',
      button: 'Ondoa PIN',
      done: 'PIN ya pochi imeondolewa',
    },
  },
  next: 'Vifaa vyote vimeondolewa kwenye akaunti. Weka upya nenosiri lako sasa: aliyefanya badiliko huenda analijua.',
  unknownLink: {
    title: 'Kiungo hiki si sahihi',
    text: 'Fungua kiungo kama kilivyo kwenye barua pepe.',
  },
  unusableLink: {
    title: 'Kiungo hiki kimetumika au muda wake umekwisha',
    text: 'Kiungo hutumika mara moja, ndani ya saa 24. Ikiwa akaunti yako iko hatarini, weka upya nenosiri lako.',
  },
  changedSince: {
    title: 'Kumekuwa na badiliko jingine baadaye',
    text: 'Tumia kwanza kiungo cha barua pepe ya hivi karibuni kuhusu hili, kisha hiki tena.',
  },
}

const arabic: UndoTexts = {
  language: 'ar',
  changes: {
    two_factor_enabled: {
      title: 'فُعّل تسجيل الدخول بخطوتين',
      text: 'إن لم تكن أنت، فعطّله هنا. يُسجَّل خروج كل الأجهزة.',
      button: 'عطّله',
      done: 'تسجيل الدخول بخطوتين معطّل',
    },
    two_factor_disabled: {
      title: 'عُطّل تسجيل الدخول بخطوتين',
      text: 'إن لم تكن أنت، فأعد تفعيله هنا بتطبيق المصادقة نفسه. يُسجَّل خروج كل الأجهزة.',
      button: 'أعد تفعيله',
      done: 'تسجيل الدخول بخطوتين مفعّل من جديد',
    },
    wallet_pin_set: {
      title: 'عُيّن رمز PIN للمحفظة',
      text: 'إن لم تكن أنت، فأزله هنا. يُسجَّل خروج كل الأجهزة.',
      button: 'أزل رمز PIN',
      done: 'أُزيل رمز PIN للمحفظة',
    },
  },
  next: 'سُجّل خروج كل الأجهزة. أعد تعيين كلمة مرورك الآن: ربما يعرفها من أجرى التغيير.',
  unknownLink: {
    title: 'هذا الرابط غير صالح',
    text: 'افتح الرابط كما هو في الرسالة تمامًا.',
  },
  unusableLink: {
    title: 'استُخدم هذا الرابط أو انتهت صلاحيته',
    text: 'يعمل الرابط مرة واحدة وخلال 24 ساعة. إن كان حسابك في خطر، فأعد تعيين كلمة مرورك.',
  },
  changedSince: {
    title: 'حدث تغيير آخر بعد ذلك',
    text: 'استخدم أولًا رابط أحدث رسالة عن ذلك، ثم هذا من جديد.',
  },
}

const LANGUAGES = new Map(
  [english, french, portuguese, swahili, arabic].map((texts) => [texts.language, texts]),
)

/** Returns the texts of the first language that there are, or English. */
export function undoTexts(languages: string[]): UndoTexts {
  for (const language of languages) {
    const texts = chooseByLanguage(LANGUAGES, language)
    if (texts) return texts
  }
  return english
}
