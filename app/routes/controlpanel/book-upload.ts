import type { ActionFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/composition/process-backend.server";
import { uploadBooks } from "~/control-panel/books/new-book.server";

export const action = ({ request, context }: ActionFunctionArgs) => uploadBooks(backendOf(context), request);
