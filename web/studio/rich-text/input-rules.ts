import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import type { Plugin } from 'prosemirror-state'
import { splitMath } from '../../ui/markdown/split-math.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Signs of Markdown that become what they mean while they are typed. */
export function inputRulePlugin(hasFormulas: boolean): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, (match) => ({ level: match[1]!.length })),
      textblockTypeInputRule(/^```(\S*)\s$/, nodes.code_block, (match) => ({ info: match[1]! })),
      wrappingInputRule(/^\s*([-+*])\s$/, nodes.bullet_list),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.ordered_list,
        (match) => ({ start: Number(match[1]) }),
        (match, list) => list.childCount + list.attrs.start === Number(match[1]),
      ),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      ...(hasFormulas ? [formula()] : []),
      marked(/(?<![`\\])`([^`]+)`$/, marks.code),
      marked(/(?<![*\\])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, marks.strong),
      marked(/(?<![*\\\w])\*([^\s*](?:[^*]*[^\s*])?)\*$/, marks.em),
    ],
  })
}

/**
 * LaTeX between dollar signs becomes a formula with the sign after it. Only what has a sign of mathematics does, or is one
 * letter: typed amounts such as "$5, or 6$" stay text.
 */
function formula(): InputRule {
  return new InputRule(
    /(?<![\\$\w])(\$(?:[^\s$`]|[^\s$`][^$`\n]*[^\s$`\\])\$)([\s.,;:!?)])$/,
    (state, match, start, end) => {
      const source = match[1]!
      const [piece, ...others] = splitMath(source)
      if (!piece?.isMath || others.length > 0 || !/[\\^_=+]|^\$[a-z]\$$/i.test(source)) return null
      const from = start + match[0].indexOf(source)
      return state.tr.replaceWith(from, end, nodes.math.create({ source })).insertText(match[2]!, from + 1)
    },
    { inCodeMark: false },
  )
}

/** Text between two signs gets the mark, and the signs go. */
function marked(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const text = match[1]!
      const from = start + match[0].indexOf(text)
      // The last sign is not in the document yet.
      const to = from + text.length
      const tr = state.tr
      if (to < end) tr.delete(to, end)
      if (start < from) tr.delete(start, from)
      tr.addMark(start, start + text.length, type.create())
      return tr.removeStoredMark(type)
    },
    { inCodeMark: false },
  )
}
