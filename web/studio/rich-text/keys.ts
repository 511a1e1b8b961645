import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import {
  goBelow,
  insertBreak,
  selectedNode,
  toggleCode,
  toggleEm,
  toggleHeading,
  toggleList,
  toggleQuote,
  toggleStrong,
} from './commands.ts'
import { schema } from './schema.ts'

export interface KeyActions {
  editLink: () => void
  /** Opens the dialog of the selected formula, or of a new one. */
  editFormula: () => void
  focusToolbar: () => void
}

/** Tab is not used: it leaves the field. */
export function keyPlugins({ editLink, editFormula, focusToolbar }: KeyActions): Plugin[] {
  const { list_item, bullet_list, ordered_list } = schema.nodes
  const act = (action: () => void): Command => {
    return () => {
      action()
      return true
    }
  }
  const editSelectedFormula: Command = (state) => {
    if (!selectedNode(state, schema.nodes.math)) return false
    editFormula()
    return true
  }
  return [
    keymap({
      'Mod-b': toggleStrong,
      'Mod-i': toggleEm,
      'Mod-e': toggleCode,
      'Mod-k': act(editLink),
      'Alt-=': act(editFormula),
      'Mod-Alt-3': toggleHeading,
      'Mod-Shift-7': toggleList(ordered_list),
      'Mod-Shift-8': toggleList(bullet_list),
      'Mod-Shift-9': toggleQuote,
      'Mod-]': sinkListItem(list_item),
      'Mod-[': liftListItem(list_item),
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Alt-F10': act(focusToolbar),
      Backspace: undoInputRule,
      Enter: chainCommands(editSelectedFormula, goBelow, splitListItem(list_item)),
      'Shift-Enter': chainCommands(exitCode, goBelow, insertBreak),
      'Mod-Enter': chainCommands(exitCode, goBelow, insertBreak),
    }),
    keymap(baseKeymap),
  ]
}
