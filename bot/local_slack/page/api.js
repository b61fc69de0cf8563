// Talks to the workspace's control API over HTTP. Every failure becomes an ApiError with one sentence for people.

import { BASE } from "./base.js";

export class ApiError extends Error {}

const SILENT = "The workspace does not answer. If it was stopped, start it again with: memory-bot run";

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`${BASE}_control/${path}`, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body && JSON.stringify(body),
    });
  } catch {
    throw new ApiError(SILENT);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new ApiError(answer.error ?? `The workspace answered with status ${response.status}. Please try again.`);
  return answer;
}

export const getState = () => call("GET", "state");

export const getMessages = (channel, user) => call("GET", `messages?${new URLSearchParams({ channel, user })}`);

export const postMessage = (message) => call("POST", "messages", message);

export const editMessage = (change) => call("PATCH", "messages", change);

export const deleteMessage = (target) => call("DELETE", "messages", target);

export const clickAction = (action) => call("POST", "actions", action);

export const getViews = (user) => call("GET", `views?${new URLSearchParams({ user })}`);

export const openApp = (visit) => call("POST", "home", visit);

export const clickInView = (click) => call("POST", "views/actions", click);

export const submitView = (submission) => call("POST", "views/submit", submission);

export const closeView = (closing) => call("POST", "views/close", closing);

export const useShortcut = (use) => call("POST", "shortcuts", use);

export const addReaction = (reaction) => call("POST", "reactions", reaction);

export const removeReaction = (reaction) => call("DELETE", "reactions", reaction);

export const stopApp = (talk) => call("POST", "stop", talk);

export const addPerson = (person) => call("POST", "people", person);

export const changePerson = (change) => call("PATCH", "people", change);

export const createChannel = (channel) => call("POST", "channels", channel);

export const changeChannel = (change) => call("PATCH", "channels", change);

export const addMember = (who) => call("POST", "members", who);

export const removeMember = (who) => call("DELETE", "members", who);

export const uploadFile = (file) => call("POST", "files", file);

export const getTraffic = () => call("GET", "traffic");

export const clearTraffic = () => call("DELETE", "traffic", {});

export const getFaults = () => call("GET", "faults");

export const addFault = (fault) => call("POST", "faults", fault);

export const removeFault = (target) => call("DELETE", "faults", target);
