// The screen for a room: it follows the server by itself, stays on, and goes on counting while the line is broken.

import { Awake } from "./awake.js";
import { follow } from "./follow.js";

follow(document.getElementById("live"), { seconds: 2, always: true });
new Awake().want(true);
