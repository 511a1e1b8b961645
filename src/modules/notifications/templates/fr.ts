import type { TemplateName } from './en.ts'
import { type LanguagePack, leagueTemplates } from './message-template.ts'

export const french: LanguagePack<TemplateName> = {
  tag: 'fr',
  greeting: 'Bonjour {username},',
  closing: 'Vous pouvez choisir vos notifications, et leur forme, dans les réglages.',
  deletedUser: 'quelqu’un',
  templates: {
    STREAK_MILESTONE: {
      title: 'Série de {days} {days:jour|jours} !',
      body: 'Vous avez appris {days} {days:jour|jours} de suite et gagné {gems} {gems:gemme|gemmes}.',
    },
    STREAK_AT_RISK: {
      title: 'Gardez votre série',
      body: 'Vous n’avez pas encore appris aujourd’hui. Une leçon avant minuit sauve votre série de {days} {days:jour|jours}.',
    },
    BADGE_EARNED: {
      title: 'Nouveau badge : {badge}',
      body: 'Vous avez obtenu le badge « {badge} ». Retrouvez-le sur votre profil.',
    },
    CERTIFICATE_READY: {
      title: 'Votre certificat est prêt',
      body: 'Le certificat du cours « {course} » est inscrit sur la chaîne. Son numéro est {number}.',
    },
    CONTEST_STARTING: {
      title: '« {contest} » va commencer',
      body: 'Le concours commence à {time}. Bonne chance !',
    },
    CONTEST_RESULT: {
      title: 'Résultats de « {contest} »',
      body: 'Le concours est terminé : vous êtes à la place {rank}.',
    },
    CONTEST_PRIZE: {
      title: 'Vous gagnez {gems} {gems:gemme|gemmes} !',
      body: 'Vous êtes à la place {rank} de « {contest} » et gagnez {gems} {gems:gemme|gemmes}.',
    },
    CONTEST_CANCELLED: {
      title: '« {contest} » est annulé',
      body: 'Le concours n’aura pas lieu.',
    },
    CONTEST_REFUNDED: {
      title: '« {contest} » est annulé',
      body: 'Le concours n’aura pas lieu. Vos frais de {gems} {gems:gemme|gemmes} vous sont rendus.',
    },
    BATTLE_WON: { title: 'Duel gagné !', body: 'Vous avez battu {opponent}.' },
    BATTLE_WON_GEMS: {
      title: 'Duel gagné !',
      body: 'Vous avez battu {opponent} et gagné {gems} {gems:gemme|gemmes}.',
    },
    BATTLE_LOST: {
      title: 'Duel perdu',
      body: 'Cette fois, {opponent} a été plus rapide. Demandez une revanche !',
    },
    BATTLE_DRAWN: { title: 'Égalité', body: 'Vous et {opponent} avez fait jeu égal.' },
    BATTLE_CANCELLED: {
      title: 'Duel annulé',
      body: 'Le duel contre {opponent} n’a pas pu se terminer. Aucune gemme n’est perdue.',
    },
    ...leagueTemplates(['Argent', 'Or', 'Perle', 'Marbre', 'Olivier', 'Laurier'], (division) => ({
      title: `Vous montez en division ${division}`,
      body: `Belle semaine dans la ligue : vous jouez maintenant dans la division ${division}.`,
    })),
    PROJECT_PASSED: {
      title: 'Projet réussi',
      body: 'Votre projet « {project} » est réussi avec {percentage} %. Lisez l’évaluation.',
    },
    PROJECT_NEEDS_REVISION: {
      title: 'Votre projet est évalué',
      body: 'Votre projet « {project} » obtient {percentage} % et demande une reprise. L’évaluation dit quoi améliorer.',
    },
    PROJECT_PASSED_BY_PEOPLE: {
      title: 'Projet réussi',
      body: 'Votre projet « {project} » est réussi. Lisez l’évaluation.',
    },
    PROJECT_NEEDS_REVISION_BY_PEOPLE: {
      title: 'Votre projet est évalué',
      body: 'Votre projet « {project} » demande une reprise. L’évaluation dit quoi améliorer.',
    },
    COURSE_CO_AUTHOR: {
      title: 'Vous êtes coauteur',
      body: 'Vous pouvez désormais modifier « {course} » dans le studio. Les auteurs ne reçoivent ni XP ni gemmes de leur propre cours. Vous pouvez le quitter à tout moment.',
    },
    COURSE_RECEIVED: {
      title: 'Un cours est à vous',
      body: 'Vous êtes désormais propriétaire de « {course} ».',
    },
    COURSE_GIVEN: {
      title: '« {course} » a un nouveau propriétaire',
      body: '{author} est désormais propriétaire de « {course} ». Vous restez coauteur.',
    },
    COURSE_CHANGED: { title: '« {course} » a changé', body: 'Ce qui change : {notes}' },
    SCHEDULE_WITHOUT_LESSONS: {
      title: '« {content} » n’a pas été publié',
      body: 'L’heure est venue, mais le cours n’a aucune leçon publiée. Publiez une leçon, puis choisissez une autre heure.',
    },
    SCHEDULE_ABOVE_LIMIT: {
      title: '« {content} » n’a pas été publié',
      body: 'L’heure est venue, mais les récompenses dépassent la limite. Baissez-les ou demandez à un administrateur de publier.',
    },
    SCHEDULE_ABOVE_BUDGET: {
      title: '« {content} » n’a pas été publié',
      body: 'L’heure est venue, mais les récompenses que l’auteur peut promettre en un jour étaient épuisées. Choisissez un autre jour ou demandez à un administrateur.',
    },
    SCHEDULE_WITHOUT_RIGHTS: {
      title: '« {content} » n’a pas été publié',
      body: 'L’heure est venue, mais l’auteur qui l’avait prévu ne peut plus publier. Publiez vous-même ou choisissez une autre heure.',
    },
    SCHEDULE_AFTER_EDIT: {
      title: '« {content} » n’a pas été publié',
      body: 'L’heure est venue, mais le contenu a changé après la relecture. Soumettez-le de nouveau.',
    },
    SCHEDULE_WITHOUT_REVIEW: {
      title: '« {content} » n’a pas été publié',
      body: 'L’heure est venue, mais ici les contenus sont relus avant d’être publiés. Soumettez-le à la relecture.',
    },
    REVIEW_REQUESTED: {
      title: '« {course} » attend votre relecture',
      body: '{author} a soumis « {course} ». Approuvez-le ou renvoyez-le avec des commentaires.',
    },
    REVIEW_APPROVED: {
      title: '« {course} » est approuvé',
      body: 'Votre soumission a été approuvée. Elle est publiée maintenant, ou à l’heure que vous avez choisie.',
    },
    REVIEW_RETURNED: {
      title: '« {course} » vous est renvoyé',
      body: 'Votre relecteur demande des changements : {comment}',
    },
    REFERRAL_BONUS: {
      title: 'Votre filleul a terminé un cours',
      body: 'Une personne que vous avez invitée a terminé son premier cours. Vous gagnez {gems} {gems:gemme|gemmes}.',
    },
    REFERRAL_WELCOME: {
      title: 'Un cadeau pour bien commencer',
      body: 'Vous êtes venu sur invitation et avez terminé votre premier cours : {gems} {gems:gemme|gemmes} pour vous.',
    },
    PAYMENT_RECEIVED: {
      title: 'Paiement reçu',
      body: 'Nous avons reçu {amount}. Votre commande est en cours.',
    },
    PAYMENT_COMPLETED: { title: 'Commande terminée', body: 'Votre commande de {amount} est terminée.' },
    PAYMENT_FAILED: {
      title: 'Commande échouée',
      body: 'Votre commande de {amount} n’a pas abouti. Ouvrez-la pour en voir la raison.',
    },
    PAYMENT_REFUNDED: { title: 'Commande remboursée', body: 'Votre commande de {amount} est remboursée.' },
    PAYMENT_UNDER_REVIEW: {
      title: 'Nous examinons votre commande',
      body: 'Le montant de votre commande de {amount} ne correspond pas. Quelqu’un s’en occupe.',
    },
    PAYOUT_SENT: { title: 'Versement envoyé', body: '{amount} sont en route vers vous.' },
    SUBSCRIPTION_ACTIVE: {
      title: 'Premium est actif',
      body: 'Tous les cours vous sont ouverts jusqu’au {date}.',
    },
    SUBSCRIPTION_LASTING: {
      title: 'Premium est actif',
      body: 'Tous les cours vous sont ouverts.',
    },
    SUBSCRIPTION_CANCELLED: {
      title: 'Votre abonnement prend fin',
      body: 'Il ne sera pas renouvelé. Premium vous reste ouvert jusqu’au {date}.',
    },
    SUBSCRIPTION_BILLING_ISSUE: {
      title: 'Votre paiement n’a pas abouti',
      body: 'Vérifiez votre moyen de paiement dans la boutique pour garder Premium.',
    },
    SUBSCRIPTION_EXPIRED: {
      title: 'Premium est terminé',
      body: 'Votre progression est conservée. Vous pouvez vous réabonner quand vous voulez.',
    },
    REPORT_ACTED: {
      title: 'Merci pour votre signalement',
      body: 'Nous avons examiné votre signalement et pris des mesures.',
    },
    REPORT_DISMISSED: {
      title: 'Votre signalement a été lu',
      body: 'Nous avons examiné votre signalement et n’avons rien trouvé à changer. Merci de votre attention.',
    },
    SYSTEM: { title: '{title}', body: '{body}' },
  },
}
