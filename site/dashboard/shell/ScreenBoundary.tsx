import { useStore } from '@nanostores/react'
import { Component, type ReactNode } from 'react'

import { $me } from '#site/dashboard/shared/me.ts'
import { $sentRecord, isRecent } from '#site/dashboard/shared/sent-post.ts'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'

type Props = { children: ReactNode }

/** Catches screens that can't be loaded or rendered, usually after a deployment, and keeps the sidebar. */
export class ScreenBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <LostScreen /> : this.props.children
  }
}

/** Also says what became of a post that was being sent, so that nobody writes it again. */
function LostScreen() {
  const me = useStore($me)
  const record = useStore($sentRecord)
  const sent = record && me.state === 'ready' && isRecent(record, me.data._id) ? record : undefined
  return (
    <div className="grid gap-4">
      <ErrorState
        message="This page didn’t load. Loading it again usually helps."
        onRetry={() => location.reload()}
      />
      {sent && (
        <p role="status">
          {sent.state === 'accepted'
            ? `${sent.summary}. `
            : sent.state === 'failed'
              ? 'Your post wasn’t sent. It’s kept as a draft. '
              : 'Your post was being sent. Before you write it again, check whether it’s among your posts. '}
          <a href={sent.state === 'accepted' ? sent.href : '/dashboard/view-post'} className="prose-link">
            {sent.state === 'accepted' ? 'See the post' : 'See all posts'}
          </a>
        </p>
      )}
    </div>
  )
}
