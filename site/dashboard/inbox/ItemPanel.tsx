import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, Bookmark, Check, Pencil, RotateCcw, Send, Sparkles } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

import {
  moderatesComments,
  INBOX_MESSAGES,
  type InboxItem,
  type InboxReply,
  replyProblem,
} from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'
import { lengthIn } from '#shared/text/lengths.ts'
import { possessive } from '#shared/text/possessive.ts'
import { $businesses, BusinessMark } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { EditText } from '#site/dashboard/shared/EditText.tsx'
import { $hasAi } from '#site/dashboard/shared/has-ai.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { SavedTextList, SaveForm } from '#site/dashboard/shared/SavedTexts.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, useBusy } from '#site/ui/Button.tsx'
import { Panel } from '#site/ui/dialogs/Panel.tsx'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { FormMessage, SelectField, TextArea } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { Time } from '#site/ui/Time.tsx'
import {
  $answers,
  $drafting,
  answerTo,
  draftAnswer,
  forgetAnswer,
  stopDraft,
  unsentAnswer,
  writeAnswer,
} from './answers.ts'
import { Stars, Visibility } from './item-badges.tsx'
import { Moderation } from './Moderation.tsx'
import { Notes } from './Notes.tsx'
import {
  $members,
  $neighbours,
  $open,
  $openId,
  changeItem,
  closeItem,
  editReply,
  markRead,
  openItem,
  savedRepliesOf,
  sendReply,
} from './store.ts'
import { LongText, Unsent, whyUnsent } from './Unsent.tsx'

export function ItemPanel() {
  const id = useStore($openId)
  return id ? <OpenItem /> : <FirstItemKey />
}

/** Lets the key J open the first item. */
function FirstItemKey() {
  const { after } = useStore($neighbours)
  return (
    <button type="button" hidden aria-keyshortcuts="J" onClick={() => after && openItem(after._id)}>
      Open the first
    </button>
  )
}

function OpenItem() {
  const item = useStore($open).data
  const title = item ? (item.kind === 'review' ? 'Review' : 'Comment') : 'Inbox'
  return (
    <Panel
      startsAtTitle
      title={title}
      subtitle={
        item && (
          <div className="flex items-center gap-3">
            <Where item={item} />
            <Neighbours />
          </div>
        )
      }
      onClose={closeItem}
    >
      <Loaded store={$open} loading={<SkeletonRows rows={4} label="Loading" />}>
        {shown => <Details key={shown._id} item={shown} />}
      </Loaded>
    </Panel>
  )
}

function Where({ item: { network, domainId } }: { item: InboxItem }) {
  const businesses = useStore($businesses)
  const business = businesses.get(domainId)
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
      <NetworkMark decorative network={network} className="size-4" />
      {networks[network].shortName}
      {businesses.size > 1 && business && (
        <>
          <BusinessMark business={business} />
          <span className="wrap-anywhere" aria-hidden="true">
            {business.name}
          </span>
        </>
      )}
    </p>
  )
}

function Neighbours() {
  const { before, after } = useStore($neighbours)
  return (
    <div className="flex shrink-0 gap-1">
      {[
        { label: 'Previous', key: 'K', icon: <ArrowUp />, item: before },
        { label: 'Next', key: 'J', icon: <ArrowDown />, item: after },
      ].map(({ label, key, icon, item }) => (
        <IconButton
          key={key}
          label={label}
          tip={`${label} (${key})`}
          aria-keyshortcuts={key}
          icon={icon}
          disabled={!item}
          onClick={() => item && openItem(item._id)}
        />
      ))}
    </div>
  )
}

function Details({ item }: { item: InboxItem }) {
  const now = useStore($now)
  const may = useStore($may)
  const { author, text, stars, createdAt, editedAt, permalink, post, domainId, state } = item
  useEffect(() => void markRead(item), [item])
  const mayAnswer = may(domainId, 'publish')
  const isOnItsWay = item.reply !== null && item.reply.state !== 'failed'
  const isHidden = item.hidden && networks[item.network].inbox?.hiddenItems === 'unanswerable'
  const takesAnswer = mayAnswer && state !== 'removed' && !isOnItsWay && !isHidden
  const unsent = unsentAnswer(item, useStore($answers))
  return (
    <div className="grid grid-cols-1 gap-5">
      <article className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base wrap-anywhere">{author}</h3>
          {stars !== null && <Stars count={stars} />}
          <span className="text-xs text-soft">
            <Time instant={createdAt} now={now} zone={useStore($zoneOf)(domainId)} />
          </span>
          {editedAt && <Badge>Edited</Badge>}
          <Visibility item={item} />
        </div>
        <LongText>{text || <span className="text-soft">Only stars, no text.</span>}</LongText>
        {permalink && (
          <p className="text-xs">
            <ExternalTextLink href={permalink}>See it on {networks[item.network].shortName}</ExternalTextLink>
          </p>
        )}
        {mayAnswer && <Moderation item={item} />}
      </article>
      {post && post.text && (
        <blockquote className="grid gap-1 border-s-2 border-base-300 ps-3 text-sm text-soft">
          <p dir="auto" className="line-clamp-3 wrap-anywhere">
            {post.text}
          </p>
          {post.permalink && (
            <p className="text-xs">
              <ExternalTextLink href={post.permalink}>See your post</ExternalTextLink>
            </p>
          )}
        </blockquote>
      )}
      {takesAnswer ? (
        <Composer item={item} />
      ) : state === 'answered' && item.reply ? (
        <Answer item={item} reply={item.reply} mayEdit={mayAnswer && item.reply.isEditable} />
      ) : state === 'removed' ? (
        <p className="text-sm text-soft">{INBOX_MESSAGES.gone}</p>
      ) : item.reply && isOnItsWay ? (
        <OnItsWay reply={item.reply} />
      ) : mayAnswer ? (
        <p className="text-sm text-soft">{INBOX_MESSAGES.hiddenFirst}</p>
      ) : (
        <p className="text-sm text-soft">Owners and editors of this business answer what people write.</p>
      )}
      {(state === 'closed' || (!takesAnswer && mayAnswer)) && <NextUnanswered />}
      {!takesAnswer && unsent && (
        <Unsent why={whyUnsent(item)} text={unsent} onDiscard={() => forgetAnswer(item._id)} />
      )}
      <Assignment item={item} />
      <Notes item={item} />
    </div>
  )
}

function NextUnanswered() {
  const { after } = useStore($neighbours)
  if (after?.state !== 'open') return null
  return (
    <Button
      variant="primary"
      className="justify-self-start"
      icon={<ArrowDown />}
      onClick={() => openItem(after._id)}
    >
      Next: {after.author}
    </Button>
  )
}

function Answer({ item, reply, mayEdit }: { item: InboxItem; reply: InboxReply; mayEdit: boolean }) {
  const now = useStore($now)
  const zone = useStore($zoneOf)(item.domainId)
  const [isEditing, setIsEditing] = useState(false)
  const { edit } = reply
  if (isEditing && mayEdit)
    return (
      <EditText
        label="Your answer"
        network={item.network}
        maxChars={networks[item.network].inbox?.maxChars ?? 0}
        before={edit?.text ?? reply.text}
        onSave={text => editReply(item, text)}
        onClose={() => setIsEditing(false)}
      />
    )
  return (
    <section aria-label="Answer" className="grid gap-1 rounded-box border border-success/35 bg-success/5 p-4">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-soft">
        <Check className="size-4 text-success" />
        <span>
          {reply.by
            ? `${reply.by.fullname || 'A former member'} answered this`
            : `Answered on ${networks[item.network].shortName}`}
        </span>
        {reply.at && (
          <Time instant={reply.at} now={new Date(Math.max(+now, Date.parse(reply.at)))} zone={zone} />
        )}
        {reply.isEdited && <Badge>Edited</Badge>}
      </p>
      <LongText>{reply.text}</LongText>
      {edit && (
        <div className="mt-2 grid gap-1 border-s-2 border-base-300 ps-3">
          <p role="status" className={`text-xs ${edit.state === 'failed' ? 'text-error' : 'text-soft'}`}>
            {edit.reason || 'The new text is on its way:'}
          </p>
          <LongText>{edit.text}</LongText>
        </div>
      )}
      {mayEdit && (!edit || edit.state === 'failed') && (
        <Button
          small
          variant="quiet"
          className="-ms-3 justify-self-start"
          icon={<Pencil />}
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      )}
    </section>
  )
}

const OnItsWay = ({ reply }: { reply: InboxReply }) => (
  <section aria-label="Answer" role="status" className="grid gap-1 rounded-box border border-base-300 p-4">
    <p className="text-xs text-soft">
      {reply.reason || `${possessive(reply.by?.fullname || 'A former member')} answer is on its way.`}
    </p>
    <LongText>{reply.text}</LongText>
  </section>
)

function Composer({ item }: { item: InboxItem }) {
  const { _id, network, reply } = item
  const { inbox, lengthUnit } = networks[network]
  const typed = answerTo(item, useStore($answers))
  const drafting = useStore($drafting)
  const isDrafting = drafting?.id === _id
  const text = isDrafting ? drafting.text : typed
  const [problem, setProblem] = useState('')
  const [isSending, during] = useBusy()
  const [showsSaved, setShowsSaved] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const saved = savedRepliesOf(item.domainId)
  const canDraft = useStore($hasAi).data === true
  useLayoutEffect(() => stopDraft, [])

  function write(value: string) {
    writeAnswer(_id, value)
    setProblem('')
  }

  async function draft() {
    if (isDrafting) return stopDraft()
    setProblem('')
    const wrong = await draftAnswer(item)
    if (wrong) setProblem(wrong)
  }

  async function send() {
    if (isSending || isDrafting) return
    const wrong = replyProblem(network, text)
    if (wrong) return setProblem(wrong)
    setProblem('')
    const sending = () => during(() => sendReply(item, text))
    setProblem((await failureOf('Your answer wasn’t sent. Try again.', sending)) ?? '')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void send()
  }

  return (
    <div ref={box} className="grid grid-cols-1 gap-3">
      {reply?.state === 'failed' && <FormMessage message={reply.reason} />}
      <TextArea
        label="Your answer"
        rows={5}
        value={text}
        readOnly={isDrafting}
        onChange={event => write(event.target.value)}
        onKeyDown={onKeyDown}
        aside={<CharacterCount length={lengthIn(lengthUnit, text)} limit={inbox?.maxChars ?? 0} />}
      />
      {item.hidden && moderatesComments(network) && (
        <p className="text-xs text-soft">Your answer approves the comment, too.</p>
      )}
      <FormMessage message={problem} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={isSending}
          disabled={isDrafting}
          icon={<Send />}
          onClick={() => void send()}
        >
          Send answer
        </Button>
        {canDraft && (
          <Button icon={<Sparkles />} onClick={() => void draft()} disabled={isSending}>
            {isDrafting ? 'Stop' : 'Draft with AI'}
          </Button>
        )}
        <Button icon={<Bookmark />} aria-expanded={showsSaved} onClick={() => setShowsSaved(!showsSaved)}>
          Saved replies
        </Button>
        <Button
          icon={item.state === 'closed' ? <RotateCcw /> : <Check />}
          onClick={() => void changeItem(_id, { state: item.state === 'closed' ? 'open' : 'closed' })}
        >
          {item.state === 'closed' ? 'Needs an answer' : 'Needs no answer'}
        </Button>
      </div>
      <button
        type="button"
        hidden
        aria-keyshortcuts="R"
        onClick={() => box.current?.querySelector('textarea')?.focus()}
      >
        Write an answer
      </button>
      {showsSaved && (
        <div className="grid gap-3">
          <SavedTextList
            saved={saved}
            onInsert={reply => write(text ? `${text}\n\n${reply.text}` : reply.text)}
            empty={
              <p className="text-sm text-soft">No saved replies yet. Write an answer, then save it here.</p>
            }
          />
          {text.trim() !== '' && (
            <SaveForm
              label="Save this answer as"
              placeholder="Thanks for five stars"
              buttonLabel="Save reply"
              text={text}
              onSave={name => saved.save(name, text)}
            />
          )}
        </div>
      )}
    </div>
  )
}

function Assignment({ item }: { item: InboxItem }) {
  const members = useStore($members)
  const may = useStore($may)
  const { _id, assignee, domainId } = item
  const people = (members.data ?? []).filter(({ status }) => status === 'active')
  if (people.length < 2 && !assignee) return null
  const choices = people.map(({ _id: value, fullname }) => ({ value, label: fullname }))
  return (
    <SelectField
      label="Assigned to"
      placeholder="Nobody"
      disabled={!may(domainId, 'comment')}
      choices={
        assignee && !choices.some(({ value }) => value === assignee._id)
          ? [...choices, { value: assignee._id, label: assignee.fullname || 'A former member' }]
          : choices
      }
      value={assignee?._id ?? ''}
      onChange={event => void changeItem(_id, { assignee: event.target.value || null })}
    />
  )
}
