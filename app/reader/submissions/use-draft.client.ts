import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import type { Submission } from "~/services/contracts/submissions";
import { createDraftWriter, type Draft, type DraftWriter } from "./draft-writer.client";

/** The draft of one submission while its form is mounted. @param onStored called with the server's stored submission */
export function useDraft(
  uid: string,
  submission: Submission,
  onStored: (submission: Submission) => void,
): { draft: Draft; writer: DraftWriter } {
  const stored = useRef(onStored);
  stored.current = onStored;
  const [writer] = useState(() =>
    createDraftWriter(submission, browserOutbox({ uid, profileId: null }), (now) => stored.current(now)),
  );
  const draft = useSyncExternalStore(writer.subscribe, writer.draft);
  useEffect(() => {
    const end = writer.begin();
    document.addEventListener("visibilitychange", writer.saveOnDevice);
    return () => {
      document.removeEventListener("visibilitychange", writer.saveOnDevice);
      end();
    };
  }, [writer]);
  return { draft, writer };
}
