import type { TemplateName } from './en.ts'
import { type LanguagePack, leagueTemplates } from './message-template.ts'

export const portuguese: LanguagePack<TemplateName> = {
  tag: 'pt',
  greeting: 'Olá, {username}.',
  closing: 'Pode escolher o que recebe, e como, nas definições de notificações.',
  deletedUser: 'alguém',
  templates: {
    STREAK_MILESTONE: {
      title: 'Sequência de {days} {days:dia|dias}!',
      body: 'Aprendeu {days} {days:dia|dias} seguidos e ganhou {gems} {gems:gema|gemas}.',
    },
    STREAK_AT_RISK: {
      title: 'Mantenha a sua sequência',
      body: 'Ainda não aprendeu hoje. Uma lição antes da meia-noite mantém a sua sequência de {days} {days:dia|dias}.',
    },
    BADGE_EARNED: {
      title: 'Novo distintivo: {badge}',
      body: 'Conquistou o distintivo “{badge}”. Veja-o no seu perfil.',
    },
    CERTIFICATE_READY: {
      title: 'O seu certificado está pronto',
      body: 'O certificado de “{course}” está na blockchain. O número é {number}.',
    },
    CONTEST_STARTING: {
      title: '“{contest}” vai começar',
      body: 'O concurso começa às {time}. Boa sorte!',
    },
    CONTEST_RESULT: {
      title: 'Resultados de “{contest}”',
      body: 'O concurso terminou: ficou no lugar {rank}.',
    },
    CONTEST_PRIZE: {
      title: 'Ganhou {gems} {gems:gema|gemas}!',
      body: 'Ficou no lugar {rank} em “{contest}” e ganhou {gems} {gems:gema|gemas}.',
    },
    CONTEST_CANCELLED: {
      title: '“{contest}” foi cancelado',
      body: 'O concurso não se realiza.',
    },
    CONTEST_REFUNDED: {
      title: '“{contest}” foi cancelado',
      body: 'O concurso não se realiza. A sua inscrição de {gems} {gems:gema|gemas} foi devolvida.',
    },
    BATTLE_WON: { title: 'Duelo ganho!', body: 'Venceu {opponent}.' },
    BATTLE_WON_GEMS: {
      title: 'Duelo ganho!',
      body: 'Venceu {opponent} e ganhou {gems} {gems:gema|gemas}.',
    },
    BATTLE_LOST: {
      title: 'Duelo perdido',
      body: 'Desta vez {opponent} foi mais rápido. Peça a desforra!',
    },
    BATTLE_DRAWN: { title: 'Empate', body: 'Ficou empatado com {opponent}.' },
    BATTLE_CANCELLED: {
      title: 'Duelo cancelado',
      body: 'O duelo contra {opponent} não pôde terminar. Não se perdeu nenhuma gema.',
    },
    ...leagueTemplates(['Prata', 'Ouro', 'Pérola', 'Mármore', 'Oliveira', 'Louro'], (division) => ({
      title: `Subiu para ${division}`,
      body: `Foi uma boa semana na liga: está agora na divisão ${division}.`,
    })),
    PROJECT_PASSED: {
      title: 'Projeto aprovado',
      body: 'O seu projeto “{project}” foi aprovado com {percentage} %. Leia a avaliação.',
    },
    PROJECT_NEEDS_REVISION: {
      title: 'O seu projeto foi avaliado',
      body: 'O seu projeto “{project}” obteve {percentage} % e precisa de uma revisão. A avaliação diz o que melhorar.',
    },
    PROJECT_PASSED_BY_PEOPLE: {
      title: 'Projeto aprovado',
      body: 'O seu projeto “{project}” foi aprovado. Leia a avaliação.',
    },
    PROJECT_NEEDS_REVISION_BY_PEOPLE: {
      title: 'O seu projeto foi avaliado',
      body: 'O seu projeto “{project}” precisa de uma revisão. A avaliação diz o que melhorar.',
    },
    COURSE_CO_AUTHOR: {
      title: 'É coautor',
      body: 'Já pode editar “{course}” no estúdio. Os autores não recebem XP nem gemas do seu próprio curso. Pode deixá-lo a qualquer momento.',
    },
    COURSE_RECEIVED: {
      title: 'Um curso é seu',
      body: 'É agora o proprietário de “{course}”.',
    },
    COURSE_GIVEN: {
      title: '“{course}” tem um novo proprietário',
      body: '{author} é agora proprietário de “{course}”. Continua a ser coautor.',
    },
    COURSE_CHANGED: { title: '“{course}” mudou', body: 'O que há de novo: {notes}' },
    SCHEDULE_WITHOUT_LESSONS: {
      title: '“{content}” não foi publicado',
      body: 'A hora chegou, mas o curso não tem nenhuma lição publicada. Publique uma lição e escolha outra hora.',
    },
    SCHEDULE_ABOVE_LIMIT: {
      title: '“{content}” não foi publicado',
      body: 'A hora chegou, mas as recompensas estão acima do limite. Baixe-as ou peça a um administrador que publique.',
    },
    SCHEDULE_ABOVE_BUDGET: {
      title: '“{content}” não foi publicado',
      body: 'A hora chegou, mas as recompensas que o autor pode prometer num dia estavam esgotadas. Escolha outro dia ou peça a um administrador.',
    },
    SCHEDULE_WITHOUT_RIGHTS: {
      title: '“{content}” não foi publicado',
      body: 'A hora chegou, mas o autor que a marcou já não pode publicar. Publique você mesmo ou escolha outra hora.',
    },
    SCHEDULE_AFTER_EDIT: {
      title: '“{content}” não foi publicado',
      body: 'A hora chegou, mas o conteúdo mudou depois da revisão. Envie-o de novo.',
    },
    SCHEDULE_WITHOUT_REVIEW: {
      title: '“{content}” não foi publicado',
      body: 'A hora chegou, mas aqui os conteúdos são revistos antes de serem publicados. Envie-o para revisão.',
    },
    REVIEW_REQUESTED: {
      title: '“{course}” espera pela sua revisão',
      body: '{author} enviou “{course}”. Aprove-o ou devolva-o com comentários.',
    },
    REVIEW_APPROVED: {
      title: '“{course}” foi aprovado',
      body: 'O seu envio foi aprovado. É publicado agora ou à hora que escolheu.',
    },
    REVIEW_RETURNED: {
      title: '“{course}” foi devolvido',
      body: 'O seu revisor pede alterações: {comment}',
    },
    REFERRAL_BONUS: {
      title: 'O seu convidado terminou um curso',
      body: 'Alguém que convidou terminou o primeiro curso. Ganhou {gems} {gems:gema|gemas}.',
    },
    REFERRAL_WELCOME: {
      title: 'Um presente para começar bem',
      body: 'Veio por convite e terminou o seu primeiro curso: {gems} {gems:gema|gemas} para si.',
    },
    PAYMENT_RECEIVED: {
      title: 'Pagamento recebido',
      body: 'Recebemos {amount}. O seu pedido está em processamento.',
    },
    PAYMENT_COMPLETED: { title: 'Pedido concluído', body: 'O seu pedido de {amount} está concluído.' },
    PAYMENT_FAILED: {
      title: 'O pedido falhou',
      body: 'O seu pedido de {amount} não foi concluído. Abra-o para ver o motivo.',
    },
    PAYMENT_REFUNDED: { title: 'Pedido reembolsado', body: 'O seu pedido de {amount} foi reembolsado.' },
    PAYMENT_UNDER_REVIEW: {
      title: 'Estamos a ver o seu pedido',
      body: 'O valor do seu pedido de {amount} não confere. Alguém está a analisá-lo.',
    },
    PAYOUT_SENT: { title: 'Pagamento enviado', body: '{amount} está a caminho.' },
    SUBSCRIPTION_ACTIVE: {
      title: 'O Premium está ativo',
      body: 'Todos os cursos estão abertos para si até {date}.',
    },
    SUBSCRIPTION_LASTING: {
      title: 'O Premium está ativo',
      body: 'Todos os cursos estão abertos para si.',
    },
    SUBSCRIPTION_CANCELLED: {
      title: 'A sua assinatura vai terminar',
      body: 'Não será renovada. O Premium continua aberto até {date}.',
    },
    SUBSCRIPTION_BILLING_ISSUE: {
      title: 'O pagamento não passou',
      body: 'Verifique o meio de pagamento na loja para manter o Premium.',
    },
    SUBSCRIPTION_EXPIRED: {
      title: 'O Premium terminou',
      body: 'O seu progresso fica guardado. Pode assinar de novo quando quiser.',
    },
    REPORT_ACTED: {
      title: 'Obrigado pela sua denúncia',
      body: 'Analisámos a sua denúncia e tomámos medidas.',
    },
    REPORT_DISMISSED: {
      title: 'A sua denúncia foi lida',
      body: 'Analisámos a sua denúncia e não encontrámos nada a mudar. Obrigado pelo cuidado.',
    },
    SYSTEM: { title: '{title}', body: '{body}' },
  },
}
