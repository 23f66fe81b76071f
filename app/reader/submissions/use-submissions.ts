import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { onAnswerSent } from "~/browser-outbox/answer-sender.client";
import { callServer } from "~/clients/browser-calls.client";
import type { Submission } from "~/services/contracts/submissions";
import { createSubmissionList } from "./submission-list";
import { initialPanel, type PanelEvent, type PanelState, panelTransition } from "./submission-panel.machine";
import type { SubmissionsReply } from "./submissions.server";

/** State of the submissions that belong to the open book. */
export type ReaderSubmissions = {
  uid: string;
  list: readonly Submission[];
  panel: PanelState;
  send(event: PanelEvent): void;
  replace(submission: Submission): void;
  /** Loads the next page of the list, if any. */
  loadMore(): void;
};

/** The submission in the URL could not be loaded. */
export type MissingSubmission = { again(): void; close(): void };

/**
 * Loads submissions after the book is shown, so that its first page does not wait; null while there are none. The URL
 * parameter `submission` opens that one.
 */
export function useSubmissions(
  bookId: string | null,
  uid: string,
  isShown: boolean,
): { submissions: ReaderSubmissions | null; missing: MissingSubmission | null } {
  const { i18n } = useTranslation();
  const [list, setList] = useState<readonly Submission[]>([]);
  const [isMissing, setMissing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [panel, dispatch] = useReducer(
    (state: PanelState, event: PanelEvent) => panelTransition(state, event).state,
    initialPanel,
  );
  const latest = useRef(panel);
  latest.current = panel;

  const send = useCallback((event: PanelEvent) => {
    for (const { milliseconds } of panelTransition(latest.current, event).effects) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => dispatch({ type: "settled" }), milliseconds);
    }
    dispatch(event);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const source = useMemo(() => {
    if (bookId === null) return null;
    return createSubmissionList(bookId, async (cursor) => {
      const query = new URLSearchParams({ contextId: bookId, ...(cursor ? { cursor } : {}) });
      const reply = await callServer(`/reader/submissions?${query}`, { cache: "no-store" });
      const body = async () => {
        const page = (await reply.json()) as SubmissionsReply;
        if (page.texts) i18n.addResourceBundle(i18n.language, "submissions", page.texts);
        return page;
      };
      return { status: reply.status, body };
    });
  }, [bookId, i18n]);

  /** @returns whether loading succeeded */
  const load = useCallback(async () => {
    if (!source) return true;
    try {
      await source.load();
      setList(source.all());
      return true;
    } catch (error) {
      console.warn(error);
      return false;
    }
  }, [source]);

  const begin = useCallback(async () => {
    setMissing(false);
    const isLoaded = await load();
    const wanted = new URLSearchParams(window.location.search).get("submission");
    if (wanted && source?.all().some(({ id }) => id === wanted)) send({ type: "opened", id: wanted });
    setMissing(wanted !== null && !isLoaded);
  }, [load, source, send]);

  useEffect(() => {
    if (isShown) void begin();
  }, [isShown, begin]);

  const replace = useCallback(
    (submission: Submission) => {
      source?.replace(submission);
      setList(source?.all() ?? []);
    },
    [source],
  );
  // A form closed before its answers were sent shows the stored result when it is opened again.
  useEffect(() => onAnswerSent((event) => "stored" in event && replace(event.stored)), [replace]);

  const missing = isMissing ? { again: () => void begin(), close: () => setMissing(false) } : null;
  if (list.length === 0) return { submissions: null, missing };
  return { submissions: { uid, list, panel, send, replace, loadMore: () => void load() }, missing };
}
