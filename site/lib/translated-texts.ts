const STAND_IN = 'FONT'

/**
 * Lets React and Preact render into a page that a browser translates. Translators such as Chrome's and Edge's replace each text
 * node by `<font>` elements with the translation, while a renderer keeps the text node: it would change a node that nobody
 * sees, and fail when it removes the node or inserts a sibling before it (facebook/react#11538).
 *
 * An observer records which `<font>` replaces which text. Before a renderer changes a text or its siblings, all texts of the
 * parent return to the page. The translator sees them as new, and translates them again.
 *
 * A renderer also no longer fails at nodes that other programs, such as extensions, have moved or removed.
 */
function tolerateTranslators() {
  const standIns = new WeakMap<Node, ChildNode>()
  const texts = new WeakMap<Node, ChildNode>()
  const observer = new MutationObserver(handleRecords)

  const { insertBefore, moveBefore, remove, removeChild } = Element.prototype
  const getterOf = (name: 'parentNode' | 'nextSibling') =>
    Object.getOwnPropertyDescriptor(Node.prototype, name)?.get as (this: Node) => ChildNode | null
  const [getParent, getNext] = [getterOf('parentNode'), getterOf('nextSibling')]

  /** Returns a node's real parent: `parentNode` of a replaced text is overridden. */
  const parentOf = (node: Node): Node | null => getParent.call(node)

  /**
   * Preact reads a text's parent and sibling, and calls its `remove`. These overrides make a replaced text respond as if it were
   * where its replacement is.
   */
  const OVERRIDES: PropertyDescriptorMap & ThisType<ChildNode> = {
    parentNode: {
      configurable: true,
      get() {
        return parentOf(this) ?? standIns.get(this)?.parentNode ?? null
      },
    },
    nextSibling: {
      configurable: true,
      get() {
        const standIn = standIns.get(this)
        return getNext.call(standIn?.isConnected ? standIn : this)
      },
    },
    remove: {
      configurable: true,
      value(this: ChildNode) {
        restoreTexts(standIns.get(this)?.parentNode)
        remove.call(this as Element)
      },
    },
  }

  function link(text: ChildNode, standIn: ChildNode) {
    const earlier = standIns.get(text)
    if (earlier) texts.delete(earlier)
    standIns.set(text, standIn)
    texts.set(standIn, text)
    Object.defineProperties(text, OVERRIDES)
    // A replaced text is outside the observed document.
    observer.observe(text, { characterData: true })
  }

  function unlink(text: ChildNode, standIn: ChildNode) {
    standIns.delete(text)
    texts.delete(standIn)
    for (const name of Object.keys(OVERRIDES)) Reflect.deleteProperty(text, name)
  }

  /** Replaces every stand-in by its text, because a sentence may have been translated across several texts. */
  function restoreTexts(parent: Node | null | undefined) {
    for (const standIn of parent?.childNodes ? [...parent.childNodes] : []) {
      const text = texts.get(standIn)
      if (!text) continue
      unlink(text, standIn)
      insertBefore.call(parent, text, standIn)
      removeChild.call(parent, standIn)
    }
  }

  function handleRecords(records: MutationRecord[]) {
    const insertions = records.filter(({ addedNodes }) => fontAmong(addedNodes))
    for (const record of records) {
      const { target, type, removedNodes, addedNodes } = record
      // A text that is in the page shows its change by itself, wherever it was moved.
      if (type === 'characterData' && !parentOf(target)) restoreTexts(standIns.get(target)?.parentNode)
      for (const node of insertions.length > 0 ? removedNodes : []) {
        const text = node.nodeType === Node.TEXT_NODE ? (node as ChildNode) : texts.get(node)
        const standIn = text && findStandIn(record, insertions)
        if (standIn) link(text, standIn)
      }
      for (const node of target.nodeName === STAND_IN ? [] : addedNodes) {
        const standIn = standIns.get(node)
        // The translator shows the original again, or the renderer has moved it.
        if (!standIn || standIn.contains(node) || !parentOf(node)) continue
        unlink(node as ChildNode, standIn)
        standIn.remove()
      }
    }
  }

  /** Puts the texts of `parent` back if a renderer is about to use one that isn't where the renderer expects it. */
  function prepare(parent: Node, node: Node | null) {
    if (!node || parentOf(node) === parent) return
    handleRecords(observer.takeRecords())
    restoreTexts(parent)
  }

  /** Returns the child of `parent` that is or contains the node, or null if it is elsewhere. */
  function childWith(parent: Node, node: Node | null) {
    let child = node
    while (child && parentOf(child) !== parent) child = parentOf(child)
    return child
  }

  Node.prototype.insertBefore = function (node, before) {
    prepare(this, before)
    return insertBefore.call(this, node, childWith(this, before)) as typeof node
  }
  Node.prototype.removeChild = function (node) {
    prepare(this, node)
    const parent = parentOf(node)
    if (parent) removeChild.call(parent, node)
    return node
  }
  // Preact moves nodes by it. Only some browsers have it.
  if (moveBefore)
    Element.prototype.moveBefore = function (node, before) {
      prepare(this, before)
      prepare(this, node)
      moveBefore.call(this, node, childWith(this, before))
    }
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

const fontAmong = (nodes: Iterable<Node | null>) =>
  [...nodes].find(node => node?.nodeName === STAND_IN) as ChildNode | undefined

/**
 * Finds the element that took a removed node's place: in the same record, beside it if it was inserted first, or between the same
 * neighbours if it was inserted afterwards.
 */
function findStandIn(removal: MutationRecord, insertions: readonly MutationRecord[]) {
  const { addedNodes, previousSibling, nextSibling } = removal
  const here = insertions.filter(({ target }) => target === removal.target)
  const isNew = (node: Node | null) =>
    here.some(({ addedNodes }) => [...addedNodes].includes(node as ChildNode))
  const afterwards = here.find(
    each => each.previousSibling === previousSibling && each.nextSibling === nextSibling,
  )
  return (
    fontAmong(addedNodes) ??
    fontAmong([previousSibling, nextSibling].filter(isNew)) ??
    fontAmong(afterwards?.addedNodes ?? [])
  )
}

if (typeof document !== 'undefined') tolerateTranslators()
