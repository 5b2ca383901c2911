import { FileDown, FolderDown, FolderGit2, GitBranch, GitMerge, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Worktree } from '../../api/generated'
import { Menu } from '../../ui/Menu'
import { report } from '../../ui/report'
import { oneLine, plural } from '../../ui/text'
import { WorktreeDialog } from './WorktreeDialog'
import { savePatch, useWorktree, type WorktreeMove } from './worktrees'

/** Says that a session works in a checkout of its own, and brings what was done there to where it belongs. */
export function WorktreeChip(props: { directory: string | undefined }) {
  const worktree = useWorktree(props.directory)
  const [asked, setAsked] = useState<{ move: WorktreeMove; worktree: Worktree } | null>(null)
  // The dialog says what came of it also when the worktree is gone by then.
  const dialog = asked && <WorktreeDialog key="dialog" {...asked} onClose={() => setAsked(null)} />
  if (!worktree) return <>{dialog}</>
  const setMove = (move: WorktreeMove) => setAsked({ move, worktree })
  const isEmpty = worktree.files === 0 && worktree.commits === 0
  const name = oneLine(worktree.branch ?? worktree.id, 40)
  return (
    <>
      <Menu
        key="menu" label={`Worktree ${name}: ${plural(worktree.files, 'file')} changed. What can be done with it`} className="chip"
        button={<><FolderGit2 size={12} aria-hidden="true" /><span className="cut">{name}</span><span className="worktree-count">{worktree.files > 0 && `±${worktree.files}`}</span></>}
        items={[
          { title: 'Apply to my tree…', icon: <FolderDown size={14} />, isPossible: !isEmpty, run: () => setMove('apply') },
          ...(worktree.applied ? [{ title: 'Take it out of my tree…', icon: <Undo2 size={14} />, run: () => setMove('unapply') }] : []),
          { title: 'Merge…', icon: <GitMerge size={14} />, isPossible: !isEmpty, run: () => setMove('merge') },
          { title: 'Make a branch…', icon: <GitBranch size={14} />, isPossible: !isEmpty, run: () => setMove('branch') },
          { title: 'Save as a patch', icon: <FileDown size={14} />, isPossible: !isEmpty, run: () => void savePatch(worktree).catch(report) },
          { title: 'Remove…', icon: <Trash2 size={14} />, run: () => setMove('remove') },
        ]}
      />
      {dialog}
    </>
  )
}
